// Tests that tokens are renewed before they become critical, and that a failed renewal is retried at the times of the recovery table. The clock is virtual and the database is real.
import { createOkxOauth, type HttpResponse } from '@rondo/exchange';
import { secretOf, type Store } from '@rondo/store';
import { createVirtualClock, type VirtualClock } from '@rondo/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { createUser } from '@rondo/testkit/database';
import { createTokenKeeper } from '../../src/venues/okx/link/token-keeper.ts';
import { sandboxLinkSites } from '../../src/venues/sandbox/sandbox-sites.ts';
import { until } from '../_world.ts';

const minute = 60_000;
const startAt = 1_767_225_600_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const good: HttpResponse = {
  status: 200,
  headers: {},
  text: JSON.stringify({ access_token: 'new', token_type: 'bearer', expires_in: 3_600, refresh_token: 'next' }),
};
const bad: HttpResponse = { status: 502, headers: {}, text: '<html>' };

/** Creates a consent that expires in an hour, and an exchange with scripted responses to renewals. */
async function setUp(responses: readonly (HttpResponse | Promise<HttpResponse>)[]) {
  const url = await database.createUrl();
  const store: Store = await database.openStore({ url });
  const sql = database.sql(url);
  const clock: VirtualClock = createVirtualClock(startAt);
  const askedAt: number[] = [];
  const oauth = createOkxOauth({
    clientId: 'rondo',
    readClientSecret: async () => 'shh',
    clock,
    log: silentLog,
    transport: {
      async request() {
        askedAt.push(clock.now() - startAt);
        return responses[askedAt.length - 1] ?? good;
      },
      openSocket: () => {
        throw new Error('The token keeper opened a socket.');
      },
    },
  });
  const { id } = await store.consents.create({
    userId: await createUser(store),
    accountId: 'account',
    kind: 'oauth',
    environment: 'sandbox',
    domain: 'global',
    uid: '7',
    now: startAt,
    tokens: {
      accessToken: secretOf('a'),
      refreshToken: secretOf('r'),
      expiresAt: startAt + 60 * minute,
      refreshExpiresAt: startAt + 4_320 * minute,
    },
  });
  const sites = sandboxLinkSites({ restOrigin: 'http://venue', wsBase: 'ws://venue' });
  const keeperOf = ({ consents, jobs }: Store) =>
    createTokenKeeper({ clock, log: silentLog, consents, jobs, oauth, sites });
  const keeper = keeperOf(store);
  /** Ends the period of the scheduled check, which the database counts with its real clock. */
  const endPeriod = async (): Promise<void> => void (await sql`update job_runs set started_at = 0`);
  /**
   * Advances the clock by half a second at a time. The database responds in real time, so the function waits before each advance until the keeper has set its
   * next timer.
   */
  const walkTo = async (ms: number): Promise<void> => {
    for (let at = clock.now() - startAt; at <= ms; at += 500) {
      await until(async () => clock.waiting() > 0, 'the keeper waits for its next timer');
      await endPeriod();
      await clock.runUntil(startAt + at);
    }
    await until(async () => clock.waiting() > 0, 'the keeper waits for its next timer');
  };
  /** Creates the keeper of another node that uses the same database. */
  const otherKeeper = async () => keeperOf(await database.openStore({ url }));
  return { store, id, clock, askedAt, keeper, otherKeeper, walkTo, endPeriod };
}

test('a token is renewed once before it becomes critical, with the refresh token of its consent', async () => {
  const { store, id, askedAt, keeper, clock, endPeriod } = await setUp([]);
  keeper.start();
  for (let at = 0; at <= 48 * minute; at += 4 * minute) {
    await until(async () => clock.waiting() > 0, 'the keeper waits for its next timer');
    await endPeriod();
    await clock.runUntil(startAt + at);
  }
  expect(askedAt).toEqual([]);
  for (let at = 48 * minute; at <= 51 * minute; at += 30_000) {
    await until(async () => clock.waiting() > 0, 'the keeper waits for its next timer');
    await endPeriod();
    await clock.runUntil(startAt + at);
  }
  await until(
    async () => (await store.consents.unwrap(id)).refreshToken?.reveal() === 'next',
    'the new tokens are stored',
  );
  expect(askedAt).toHaveLength(1);
  expect(askedAt[0]).toBeGreaterThan(48 * minute);
  expect(askedAt[0]).toBeLessThanOrEqual(49 * minute);
  const consent = await store.consents.find('account', 'oauth');
  expect(consent?.expiresAt).toBe(startAt + (askedAt[0] ?? 0) + 60 * minute);
  keeper.stop();
});

test('a failed renewal is retried after 1, 2 and 4 seconds, then at the next scheduled check', async () => {
  const { askedAt, keeper, clock, walkTo } = await setUp([bad, bad, bad, bad, bad]);
  await clock.runUntil(startAt + 50 * minute);
  keeper.start();
  await until(
    async () => askedAt.length === 1 && clock.waiting() > 0,
    'the first attempt was sent and the keeper waits for its next timer',
  );
  await walkTo(50 * minute + 8_000);
  const first = askedAt[0] ?? 0;
  expect(askedAt.map((at) => at - first)).toEqual([0, 1_000, 3_000, 7_000]);
  await walkTo(50 * minute + 40_000);
  expect((askedAt[4] ?? 0) - first).toBeGreaterThan(30_000);
  keeper.stop();
});

test('two concurrent renewals of a token send one request', async () => {
  const { store, askedAt, keeper } = await setUp([]);
  const consent = await store.consents.find('account', 'oauth');
  if (consent === null) throw new Error('The consent is missing in the store.');
  const both = await Promise.all([keeper.renew(consent), keeper.renew(consent)]);
  expect(both.map((renewal) => renewal.kind)).toEqual(['renewed', 'renewed']);
  expect(askedAt).toHaveLength(1);
});

test('while one node renews a token, another node sends no renewal, and afterwards it may send one', async () => {
  const held: { respond: (response: HttpResponse) => void } = { respond: () => undefined };
  const { store, askedAt, keeper, otherKeeper } = await setUp([
    new Promise<HttpResponse>((resolve) => (held.respond = resolve)),
  ]);
  const consent = await store.consents.find('account', 'oauth');
  if (consent === null) throw new Error('The consent is missing in the store.');
  const other = await otherKeeper();
  const first = keeper.renew(consent);
  await until(async () => askedAt.length === 1, 'the first node has sent a renewal');
  expect(await other.renew(consent)).toEqual({ kind: 'failed' });
  expect(askedAt).toHaveLength(1);
  held.respond(good);
  expect(await first).toMatchObject({ kind: 'renewed' });
  expect(await other.renew(consent)).toMatchObject({ kind: 'renewed' });
  expect(askedAt).toHaveLength(2);
});

test('when two nodes run, only one node sends renewals, and a new node sends renewals after both nodes have stopped', async () => {
  const { askedAt, keeper, otherKeeper, clock, endPeriod } = await setUp([bad, bad, bad, bad]);
  await clock.runUntil(startAt + 50 * minute);
  const other = await otherKeeper();
  const sleeping = (count: number) =>
    until(async () => clock.waiting() === count, 'this number of keepers waits for a timer');
  keeper.start();
  other.start();
  // One keeper waits for its next retry, and the other keeper waits for its next scheduled check.
  await sleeping(2);
  expect(askedAt).toHaveLength(1);
  for (let tries = 2; tries <= 4; tries += 1) {
    await clock.runUntil(clock.now() + 4_000);
    await until(
      async () => askedAt.length === tries && clock.waiting() === 2,
      'the next attempt was sent and both keepers wait for a timer',
    );
  }
  keeper.stop();
  other.stop();
  const heir = await otherKeeper();
  await clock.runUntil(clock.now() + 30_000);
  await endPeriod();
  heir.start();
  await until(async () => askedAt.length === 5, 'the new node has sent a renewal');
  heir.stop();
});

test('when another node has already used the refresh token, a renewal succeeds and the consent stays valid', async () => {
  const refusal: HttpResponse = { status: 400, headers: {}, text: JSON.stringify({ code: '53002', msg: 'used' }) };
  const { store, keeper, otherKeeper } = await setUp([good, refusal]);
  const consent = await store.consents.find('account', 'oauth');
  if (consent === null) throw new Error('The consent is missing in the store.');
  expect(await keeper.renew(consent)).toMatchObject({ kind: 'renewed' });
  const second = await (await otherKeeper()).renew({ ...consent, expiresAt: consent.expiresAt - 1 });
  expect(second).toMatchObject({ kind: 'renewed' });
  expect((await store.consents.unwrap(consent.id)).refreshToken?.reveal()).toBe('next');
});

test('after the exchange has reported that the user withdrew the consent, the keeper sends no further renewal', async () => {
  const refusal: HttpResponse = { status: 400, headers: {}, text: JSON.stringify({ code: '53003', msg: 'revoked' }) };
  const { store, askedAt, keeper, clock, walkTo } = await setUp([refusal]);
  await clock.runUntil(startAt + 50 * minute);
  keeper.start();
  await until(async () => askedAt.length === 1, 'the first attempt was sent');
  await walkTo(50 * minute + 65_000);
  expect(askedAt).toHaveLength(1);
  expect((await store.consents.find('account', 'oauth'))?.refreshExpiresAt).toBeNull();
  keeper.stop();
});
