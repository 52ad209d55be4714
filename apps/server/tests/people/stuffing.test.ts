// Tests password stuffing: many addresses try passwords for many accounts during a simulated day. `npm run nightly` runs it with 10,000 addresses and 1,000 accounts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleOf } from '../../../../tests/sample.ts';
import { serverLimits } from '../../src/limits.ts';
import { signUpFields } from '../_callers.ts';
import { startWorld, type TestWorld } from '../_world.ts';

const quarterMs = 15 * 60_000;
/** The day has 96 quarters of an hour. The first tries of an account need no pause, so the attackers begin with more tries. */
const quarters = 96;
/** A person may read 1,200 times in a minute, and all floods of the sample, about 110, can end within a minute. */
const mostReads = 5;
const firstTries = 12;
const dayMost = 100;
const parallelCalls = 20;
/** A read may take so much longer during the flood than without it. */
const readDelayMs = 100;
/** A hash with the lowest cost that argon2id has. No password matches it. */
const cheapHash = `$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$${'A'.repeat(43)}`;

let world: TestWorld;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

interface Victim {
  readonly email: string;
  readonly password: string;
  /** The cookie of the device from which the person has logged in. */
  readonly device: string;
}

async function logIn(remoteAddress: string, payload: { email: string; password: string }, device?: string) {
  const cookies = device === undefined ? {} : { '__Host-rondo_device': device };
  return world.api.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress, cookies });
}

/** Signs up a person, whose hash has the full cost, and logs in once. */
async function signUp(name: string): Promise<Victim> {
  const login = { email: `${name}@stuffing.test`, password: `${name} of the test` };
  await world.api.inject({ method: 'POST', url: '/api/auth/register', payload: { ...login, name, ...signUpFields } });
  const response = await logIn('10.200.0.1', login);
  expect(response.statusCode).toBe(200);
  const device = response.cookies.find((cookie) => cookie.name === '__Host-rondo_device');
  return { ...login, device: device?.value ?? '' };
}

/** Creates accounts with this hash and returns their e-mail addresses. */
async function createAccounts(name: string, count: number, passwordHash: string): Promise<readonly string[]> {
  const { store, clock } = world.context;
  const emails = Array.from({ length: count }, (_, place) => `${name}-${place}@stuffing.test`);
  for (const email of emails)
    await store.users.create({ email, username: email, name: email, passwordHash, now: clock.now() });
  return emails;
}

let calls = 0;
/** Returns the next of 10,000 addresses, each in a network of its own. */
function nextAddress(): string {
  calls = (calls + 1) % 10_000;
  return `11.${calls >> 8}.${calls & 255}.1`;
}

/** Tries one password for each account and counts the tries that were checked. Returns the statuses that it has seen. */
async function tryAll(emails: readonly string[], checked: Map<string, number>): Promise<ReadonlySet<number>> {
  const statuses = new Set<number>();
  const attempt = async (email: string): Promise<void> => {
    const { statusCode } = await logIn(nextAddress(), { email, password: 'a password of a leak' });
    statuses.add(statusCode);
    if (statusCode === 401) checked.set(email, (checked.get(email) ?? 0) + 1);
  };
  for (let place = 0; place < emails.length; place += parallelCalls)
    await Promise.all(emails.slice(place, place + parallelCalls).map(attempt));
  return statuses;
}

/** Returns the places of all accounts of a kind, or of some in a sample. */
const placesOf = (all: number, sampled: number) => sampleOf([...Array(all).keys()], sampled);

/** Reads as a member with a new session, because the whole test lasts longer than an access token. */
async function readAsMember(): Promise<{ readonly status: number; readonly ms: number }> {
  const { id: userId } = world.people.member;
  const now = world.context.clock.now();
  const { accessToken } = await world.context.store.sessions.create({ userId, remember: false, now });
  const startedAt = performance.now();
  const response = await world.api.inject({ url: '/api/bots', headers: { authorization: `Bearer ${accessToken}` } });
  return { status: response.statusCode, ms: performance.now() - startedAt };
}

/** Reads one after the other while the work runs, at least once and at most `mostReads` times. Returns the times of the reads. */
async function readDuring(work: Promise<unknown>): Promise<readonly number[]> {
  let isRunning = true;
  void work.finally(() => (isRunning = false));
  const times: number[] = [];
  while (times.length === 0 || (isRunning && times.length < mostReads)) {
    const { status, ms } = await readAsMember();
    expect(status).toBe(200);
    times.push(ms);
  }
  await work;
  return times;
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

test('stuffing from many addresses checks at most 100 passwords of an account in a day, and people on their devices log in and read', async () => {
  const [full, cheap] = [placesOf(50, 0), placesOf(950, 2)];
  const victims = [await signUp('first'), await signUp('second')];
  const [victim] = victims;
  const found = await world.context.store.users.findByEmail(victim?.email ?? '');
  const emails = [
    ...victims.map(({ email }) => email),
    ...(await createAccounts('full', full.length, found?.passwordHash ?? '')),
    ...(await createAccounts('cheap', cheap.length, cheapHash)),
  ];
  const checked = new Map<string, number>();
  const statuses = new Set<number>();
  const [quiet, busy]: [number[], number[]] = [[], []];
  for (let quarter = 0; quarter < quarters; quarter += 1) {
    for (let count = 0; count < (quarter === 0 ? firstTries : 1); count += 1)
      busy.push(
        ...(await readDuring(tryAll(emails, checked).then((seen) => seen.forEach((status) => statuses.add(status))))),
      );
    quiet.push(...(await readDuring(Promise.resolve())));
    await world.passThrottles(quarterMs);
  }
  // A read waits for no log-in. On one machine it shares the processor with them.
  expect(busy.length).toBeGreaterThan(quarters);
  expect(medianOf(busy)).toBeLessThan(medianOf(quiet) + readDelayMs);
  expect(statuses).toEqual(new Set([401, 429]));
  expect(new Set(checked.keys())).toEqual(new Set(emails));
  expect(Math.max(...checked.values())).toBeLessThanOrEqual(dayMost);
  // The attackers used up what the rule allows, so a weaker rule would let more tries through.
  expect(Math.min(...checked.values())).toBeGreaterThan(serverLimits.unknownDeviceAttempts.free);
  for (const { email, password, device } of victims) {
    expect((await logIn(nextAddress(), { email, password })).statusCode).toBe(429);
    expect((await logIn(nextAddress(), { email, password }, device)).statusCode).toBe(200);
  }
}, 2_400_000);
