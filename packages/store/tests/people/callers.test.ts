// Tests of the cache of callers: a change by this process is visible in the next read, and a change by another process is visible after the lifetime of the
// cache.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '@rondo/store';
import { callerCacheMs } from '../../src/limits.ts';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { createAccount, createUser, startAt } from '@rondo/testkit/database';

let database: TestDatabase;
let store: Store;
let other: Store;
let userId: string;
beforeAll(async () => {
  database = await startTestDatabase();
  const url = await database.createUrl();
  store = await database.openStore({ url });
  other = await database.openStore({ url });
  userId = await createUser(store);
});
afterAll(() => database.stop());

async function logIn() {
  const tokens = await store.sessions.create({ userId, remember: false, now: startAt });
  expect(await store.callers.find(tokens.accessToken, startAt)).toMatchObject({ session: { userId } });
  return tokens;
}

const changes: readonly (readonly [string, (session: { sessionId: string }) => Promise<unknown>])[] = [
  ['a log-out', ({ sessionId }) => store.sessions.revoke(sessionId, startAt)],
  ['the end of one session', ({ sessionId }) => store.sessions.end(userId, sessionId, startAt)],
  ['a log-out of the other sessions', () => store.sessions.revokeOthers(userId, 'another', startAt)],
  ['a log-out of all sessions', () => store.sessions.revokeAllOfUser(userId, startAt)],
  [
    'the withdrawal of the approval',
    () => store.people.decide({ userId, verdict: 'revoke', actorId: null, reason: '', now: startAt }),
  ],
  [
    'a new password',
    async () => {
      const from = (await store.users.findById(userId))?.passwordHash ?? '';
      return store.users.changePassword(userId, { from, to: 'newer', exceptSessionId: '', now: startAt });
    },
  ],
  [
    'a new password by reset link',
    async () => {
      const { token } = await store.logins.createResetLink({ userId, actorId: null, now: startAt });
      return store.logins.useResetLink({ token, passwordHash: 'new', now: startAt });
    },
  ],
];

test.each(changes)('after %s, the access token has no caller', async (_what, change) => {
  const tokens = await logIn();
  await change(tokens);
  expect(await store.callers.find(tokens.accessToken, startAt)).toBeNull();
});

test('a repeated check of the password, a new password hash and a new linked account are visible in the next read', async () => {
  const tokens = await logIn();
  await store.sessions.prove(tokens.sessionId, { now: startAt + 1, withSecondFactor: true });
  const before = await store.users.findById(userId);
  await store.users.renewPasswordHash(userId, { from: before?.passwordHash ?? '', to: 'changed' });
  const accountId = await createAccount(store, userId);
  expect(await store.callers.find(tokens.accessToken, startAt)).toMatchObject({
    session: { provedAt: startAt + 1, secondFactorAt: startAt + 1 },
    user: { passwordHash: 'changed' },
    accounts: [{ id: accountId }],
  });
});

test('a log-out on another node is visible after the lifetime of the cache, and a cached token still expires at its own time', async () => {
  const tokens = await logIn();
  await other.sessions.revoke(tokens.sessionId, startAt);
  expect(await store.callers.find(tokens.accessToken, startAt + callerCacheMs - 1)).not.toBeNull();
  expect(await store.callers.find(tokens.accessToken, startAt + callerCacheMs)).toBeNull();
  const short = await logIn();
  await store.callers.find(short.accessToken, short.accessExpiresAt - 1);
  expect(await store.callers.find(short.accessToken, short.accessExpiresAt)).toBeNull();
});

test('a log-out on another node is visible after `forget`, and each change by this process is reported once', async () => {
  const tokens = await logIn();
  let reported = 0;
  other.callers.onChange(() => {
    reported += 1;
    store.callers.forget();
  });
  await other.sessions.revoke(tokens.sessionId, startAt);
  expect(reported).toBe(1);
  expect(await store.callers.find(tokens.accessToken, startAt)).toBeNull();
});

test('a caller is not cached when its session ends during the read', async () => {
  const tokens = await store.sessions.create({ userId, remember: false, now: startAt });
  const reading = store.callers.find(tokens.accessToken, startAt);
  await store.sessions.revoke(tokens.sessionId, startAt);
  await reading;
  expect(await store.callers.find(tokens.accessToken, startAt)).toBeNull();
});
