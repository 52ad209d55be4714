// Tests that the pepper of the passwords is replaced while people log in on two servers.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Server } from '../../src/create-server.ts';
import { signUpFields } from '../_callers.ts';
import { startWorld, type TestWorld } from '../_world.ts';

const people = Array.from({ length: 6 }, (_, place) => ({
  email: `person-${place}@pepper.test`,
  password: `words of person ${place}`,
  name: `person ${place}`,
  place,
}));

let world: TestWorld;
let second: Server;
beforeAll(async () => {
  world = await startWorld();
  second = await world.addNode();
  for (const { place, ...payload } of people) {
    const remoteAddress = `10.30.${place}.1`;
    const sent = { method: 'POST', url: '/api/auth/register', remoteAddress, payload: { ...payload, ...signUpFields } };
    expect((await world.api.inject({ ...sent, method: 'POST' })).statusCode).toBeLessThan(300);
  }
});
afterAll(() => world.close());

type Person = (typeof people)[number];

async function logIn(api: TestWorld['api'], { email, password, place }: Person): Promise<number> {
  const payload = { email, password };
  return (await api.inject({ method: 'POST', url: '/api/auth/login', remoteAddress: `10.30.${place}.1`, payload }))
    .statusCode;
}

test('no log-in fails while the pepper is replaced twice, and afterwards every hash of these people has the newest pepper', async () => {
  const statuses: number[] = [];
  let isEnded = false;
  const load = people.map(async (person) => {
    for (let round = 0; !isEnded || round < 2; round += 1)
      statuses.push(await logIn([world.api, second.api][round % 2] ?? world.api, person));
  });
  const attempts = async (count: number): Promise<void> => {
    const from = statuses.length;
    await expect.poll(() => statuses.length, { timeout: 60_000 }).toBeGreaterThan(from + count);
  };
  await attempts(people.length);
  const { keyRotation } = await world.openTools();
  const first = await keyRotation.rotatePepper(1_700_000_000_000);
  await attempts(2 * people.length);
  const last = await keyRotation.rotatePepper(1_700_000_000_000);
  await attempts(2 * people.length);
  isEnded = true;
  await Promise.all(load);
  expect([first.ok, last.ok]).toEqual([true, true]);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  for (const { email } of people) {
    const hash = (await world.context.store.users.findByEmail(email))?.passwordHash ?? '';
    expect(hash.slice(0, hash.indexOf('$'))).toBe(last.ok ? last.pepperId : '');
  }
  // A wrong password fails with every pepper.
  for (const person of people) expect(await logIn(world.api, { ...person, password: 'a wrong password' })).toBe(401);
});
