// Tests of single-use states, of consents with sealed tokens, and of key replacements that continue after a restart.
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretOf, type ConsentTokens, type Store } from '@rondo/store';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { createAccount, createBot, createUser, startAt } from '@rondo/testkit/database';

const minute = 60_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

async function sessionOf(
  store: Store,
  email?: string,
): Promise<{ readonly userId: string; readonly sessionId: string }> {
  const userId = await createUser(store, email);
  const { sessionId } = await store.sessions.create({ userId, remember: false, now: startAt });
  return { userId, sessionId };
}

const tokens = (name: string, refreshToken: string | null = `${name}-refresh`): ConsentTokens => ({
  accessToken: secretOf(`${name}-access`),
  refreshToken: refreshToken === null ? null : secretOf(refreshToken),
  expiresAt: startAt + 60 * minute,
  refreshExpiresAt: refreshToken === null ? null : startAt + 4_320 * minute,
});

test('a state can be used once, only by its own user, and only before it expires', async () => {
  const store = await database.openStore();
  const owner = await sessionOf(store);
  const other = await sessionOf(store, 'eve@rondo.test');
  const bound = {
    ...owner,
    kind: 'fast_api',
    accountId: null,
    expiresAt: startAt + 10 * minute,
    now: startAt,
  } as const;
  expect(await store.oauthStates.register('one', bound)).toBe(true);
  expect(await store.oauthStates.register('one', bound)).toBe(false);
  const now = startAt + minute;
  expect(await store.oauthStates.consume('one', { userId: other.userId, now })).toMatchObject({ refusal: 'unknown' });
  expect(await store.oauthStates.consume('two', { userId: owner.userId, now })).toMatchObject({ refusal: 'unknown' });
  expect(await store.oauthStates.consume('one', { userId: owner.userId, now })).toEqual({
    ok: true,
    state: { ...owner, kind: 'fast_api', accountId: null },
  });
  expect(await store.oauthStates.consume('one', { userId: owner.userId, now })).toMatchObject({ refusal: 'used' });
  await store.oauthStates.register('late', bound);
  const late = { userId: owner.userId, now: startAt + 10 * minute };
  expect(await store.oauthStates.consume('late', late)).toMatchObject({ refusal: 'expired' });
  expect(await store.oauthStates.consume('late', late)).toMatchObject({ refusal: 'used' });
});

test('tokens are stored sealed, unwrap returns them, a renewal replaces them, and the end of the consent destroys them', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const { userId } = await sessionOf(store);
  const given = {
    userId,
    accountId: 'acc',
    kind: 'oauth',
    environment: 'sandbox',
    domain: 'global',
    uid: '7',
  } as const;
  const first = await store.consents.create({ ...given, tokens: tokens('canary'), now: startAt });
  const opened = await store.consents.unwrap(first.id);
  expect([opened.accessToken.reveal(), opened.refreshToken?.reveal()]).toEqual(['canary-access', 'canary-refresh']);
  const stored = String((await database.sql(url)`select c::text as text from consents c`)[0]?.['text']);
  for (const shown of [stored, inspect(opened), JSON.stringify(first)]) expect(shown).not.toContain('canary');
  expect(stored).not.toContain(Buffer.from('canary-access').toString('hex'));

  expect(await store.consents.renew(first.id, tokens('newer'))).toBe(true);
  expect((await store.consents.unwrap(first.id)).refreshToken?.reveal()).toBe('newer-refresh');
  const second = await store.consents.create({ ...given, tokens: tokens('third'), now: startAt });
  expect((await store.consents.find('acc', 'oauth'))?.id).toBe(second.id);
  expect(await store.consents.renew(first.id, tokens('late'))).toBe(false);
  await store.consents.end(second.id, startAt);
  expect(await store.consents.listByUser(userId)).toEqual([]);
  await expect(store.consents.unwrap(second.id)).rejects.toThrow('one row');
});

test('listRenewable returns a consent when the consent has a refresh token and its access token expires at the given time or earlier', async () => {
  const store = await database.openStore();
  const { userId } = await sessionOf(store);
  const given = { userId, environment: 'sandbox', domain: 'global', uid: null, now: startAt } as const;
  await store.consents.create({ ...given, accountId: 'a', kind: 'fast_api', tokens: tokens('key', null) });
  await store.consents.create({ ...given, accountId: 'b', kind: 'oauth', tokens: tokens('token') });
  const due = async (at: number) => (await store.consents.listRenewable(at)).map((consent) => consent.accountId);
  expect(await due(startAt + 59 * minute)).toEqual([]);
  expect(await due(startAt + 60 * minute)).toEqual(['b']);
});

test('an account has at most one unfinished key replacement, and the replacement stays open after a restart until it is done', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const { userId } = await sessionOf(store);
  const begin = () => store.keyChanges.begin({ accountId: 'acc', userId, now: startAt });
  const [one, two] = await Promise.all([begin(), begin()]);
  expect(one.id).toBe(two.id);
  await store.keyChanges.setStep(one.id, 'missing', startAt + minute);
  const again = await database.openStore({ url });
  expect((await again.keyChanges.listOpen(userId)).map((change) => change.step)).toEqual(['missing']);
  await again.keyChanges.setStep(one.id, 'done', startAt + 2 * minute);
  expect(await again.keyChanges.open('acc')).toBeNull();
  expect((await begin()).id).not.toBe(one.id);
});

test('the position mode of an account can be changed only while no bot of the account runs', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  await store.accounts.notePositionMode(bot.accountId, 'hedge');
  expect((await store.accounts.find(bot.accountId))?.positionMode).toBeNull();
  const free = await createAccount(store, await createUser(store, 'free@rondo.test'), '77');
  await store.accounts.notePositionMode(free, 'net');
  const found = await store.accounts.findByUid({ exchange: 'okx', environment: 'sandbox', uid: '77' });
  expect([found?.id, found?.positionMode]).toEqual([free, 'net']);
});
