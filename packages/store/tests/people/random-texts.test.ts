// Tests that the texts and ids that nobody may guess have as many random bits as their form permits.
import { createUser, startAt, startTestDatabase, turnOnFactor, type TestDatabase } from '@rondo/testkit/database';
import { randomBits } from '@rondo/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAccountId, type Store } from '../../src/index.ts';

const count = 400;
let database: TestDatabase;
let store: Store;
let userId: string;
beforeAll(async () => {
  database = await startTestDatabase();
  store = await database.openStore();
  userId = await createUser(store);
});
afterAll(() => database.stop());

/** Returns the random bits of texts in base64url. */
const bitsOf = (texts: readonly string[]): number => randomBits(texts.map((text) => Buffer.from(text, 'base64url')));
/** Returns the random bits of UUIDs, of which 6 are the version. */
const bitsOfIds = (ids: readonly string[]): number =>
  randomBits(ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex')));

async function collect<Made>(make: (at: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < count; at += 1) made.push(await make(at));
  return made;
}

test('the ids of sessions and accounts have 122 random bits, and the tokens of sessions, tickets, links and devices have 256', async () => {
  const sessions = await collect(() => store.sessions.create({ userId, remember: false, now: startAt }));
  const tickets = await collect((at) =>
    store.tickets.create({ userId, sessionId: sessions[at]?.sessionId ?? '', accountId: 'account', now: startAt }),
  );
  const links = await collect(() => store.logins.createResetLink({ userId, actorId: null, now: startAt }));
  const devices = await collect(() => store.devices.add({ userId, agent: 'browser', now: startAt }));
  expect({
    ids: bitsOfIds(sessions.map(({ sessionId }) => sessionId)),
    accounts: bitsOfIds(await collect(async () => newAccountId())),
    access: bitsOf(sessions.map(({ accessToken }) => accessToken)),
    refresh: bitsOf(sessions.map(({ refreshToken }) => refreshToken)),
    tickets: bitsOf(tickets.map(({ ticket }) => ticket)),
    links: bitsOf(links.map(({ token }) => token)),
    devices: bitsOf(devices),
  }).toEqual({ ids: 122, accounts: 122, access: 256, refresh: 256, tickets: 256, links: 256, devices: 256 });
}, 60_000);

test('a recovery code has 80 random bits', async () => {
  await turnOnFactor(store, userId);
  const codes: string[] = [];
  while (codes.length < count) codes.push(...(await store.secondFactors.renewRecoveryCodes(userId)));
  expect(randomBits(codes.map(bytesOfBase32))).toBe(80);
}, 60_000);

function bytesOfBase32(code: string): Buffer {
  const bits = code
    .split('')
    .map((character) => 'abcdefghijklmnopqrstuvwxyz234567'.indexOf(character).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
