// Tests that the time of a failed log-in does not show whether the e-mail address is known (check 7). `npm run nightly` measures 1,000 log-ins of each kind.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleOf } from '../../../../tests/sample.ts';
import { signUpFields } from '../_callers.ts';
import { startWorld, type TestWorld } from '../_world.ts';

/** Two equal distributions exceed this value of the normal distribution once in 10,000 runs. */
const zMax = 3.9;

let world: TestWorld;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/**
 * Signs up one person and creates the others with the same hash of the password, so that the preparation is fast. Then the pepper is replaced, so the hashes have a
 * former pepper.
 */
async function createMembers(count: number): Promise<void> {
  const { store, clock } = world.context;
  const payload = { email: 'first@timing.test', password: 'first of the test', name: 'first', ...signUpFields };
  await world.api.inject({ method: 'POST', url: '/api/auth/register', payload });
  const first = await store.users.findByEmail(payload.email);
  if (first === null) throw new Error('The sign-up created nobody.');
  for (let place = 0; place < count; place += 1) {
    const email = `known-${place}@timing.test`;
    await store.users.create({
      email,
      username: email,
      name: email,
      passwordHash: first.passwordHash,
      now: clock.now(),
    });
  }
  await (await world.openTools()).keyRotation.rotatePepper(clock.now());
}

/** Returns the milliseconds of one log-in with a wrong password. Each log-in comes from another network, so no budget refuses it. */
async function measure(email: string, network: number): Promise<number> {
  const startedAt = performance.now();
  const response = await world.api.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: `11.${network >> 8}.${network & 255}.1`,
    payload: { email, password: 'a wrong password' },
  });
  const ms = performance.now() - startedAt;
  expect(response.statusCode).toBe(401);
  return ms;
}

/** Returns the Mann-Whitney statistic of two samples as a value of the standard normal distribution. */
function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const wins = a.reduce((sum, x) => sum + b.reduce((all, y) => all + (x > y ? 1 : x === y ? 0.5 : 0), 0), 0);
  const product = a.length * b.length;
  return (wins - product / 2) / Math.sqrt((product * (a.length + b.length + 1)) / 12);
}

test('the statistic finds a shift of a tenth of the time, and it is small for equal samples', () => {
  const times = Array.from({ length: 100 }, (_, place) => 16 + ((place * 37) % 100) / 50);
  const later = times.map((ms) => ms * 1.1);
  expect(Math.abs(mannWhitney(times, times))).toBeLessThan(0.01);
  expect(mannWhitney(later, times)).toBeGreaterThan(zMax);
});

test('a log-in with an unknown e-mail takes as long as a log-in with a wrong password', async () => {
  const places = sampleOf(
    Array.from({ length: 1_000 }, (_, place) => place),
    100,
  );
  await createMembers(places.length);
  const known: number[] = [];
  const unknown: number[] = [];
  await measure('warm-up@timing.test', 3_000);
  for (const place of places) {
    // The sequence changes, so that neither kind is always the second one.
    const kinds = place % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const [turn, kind] of kinds.entries())
      (kind === 'known' ? known : unknown).push(await measure(`${kind}-${place}@timing.test`, place * 2 + turn));
  }
  const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const z = mannWhitney(known, unknown);
  const figures = `z ${z.toFixed(2)}, medians ${median(known).toFixed(2)} and ${median(unknown).toFixed(2)} ms`;
  process.stdout.write(`${places.length} failed log-ins of each kind, known and unknown: ${figures}\n`);
  expect(Math.abs(z) < zMax ? 'equal' : figures).toBe('equal');
}, 180_000);
