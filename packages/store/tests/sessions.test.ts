// Sessions, tickets and their ends, under a clock of the test.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '@rondo/store';
import { startTestDatabase, type TestDatabase } from './_database.ts';
import { createUser, startAt } from './_records.ts';

let database: TestDatabase;
let store: Store;
let userId: string;
beforeAll(async () => {
  database = await startTestDatabase();
  store = await database.openStore();
  userId = await createUser(store);
});
afterAll(() => database.stop());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

test('an access token ends after fifteen minutes and is no refresh token', async () => {
  const tokens = await store.sessions.create({ userId, remember: false, now: startAt });
  expect(await store.sessions.findByAccess(tokens.accessToken, startAt + 15 * minuteMs - 1)).toEqual({
    sessionId: tokens.sessionId,
    userId,
    provedAt: startAt,
    secondFactorAt: null,
    endsAt: startAt + 15 * minuteMs,
  });
  expect(await store.sessions.findByAccess(tokens.accessToken, startAt + 15 * minuteMs)).toBeNull();
  expect(await store.sessions.findByAccess(tokens.refreshToken, startAt)).toBeNull();
  expect(await store.sessions.refresh(tokens.accessToken, startAt)).toEqual({ ok: false, refusal: 'unknown' });
});

test('a refresh token is used once: again within ten seconds is a race of tabs, later ends the session', async () => {
  const first = await store.sessions.create({ userId, remember: true, now: startAt });
  const second = await store.sessions.refresh(first.refreshToken, startAt + minuteMs);
  if (!second.ok) throw new Error(second.refusal);
  expect(second.tokens.refreshToken).not.toBe(first.refreshToken);
  expect(await store.sessions.refresh(first.refreshToken, startAt + minuteMs + 10_000)).toMatchObject({ ok: true });
  expect(await store.sessions.refresh(first.refreshToken, startAt + minuteMs + 10_001)).toEqual({
    ok: false,
    refusal: 'reused',
  });
  expect(await store.sessions.findByAccess(second.tokens.accessToken, startAt + minuteMs + 10_001)).toBeNull();
  expect(await store.sessions.refresh(second.tokens.refreshToken, startAt + minuteMs + 10_001)).toEqual({
    ok: false,
    refusal: 'unknown',
  });
});

test('a short session ends after twelve hours however often it is refreshed', async () => {
  const first = await store.sessions.create({ userId, remember: false, now: startAt });
  const second = await store.sessions.refresh(first.refreshToken, startAt + 11 * hourMs);
  if (!second.ok) throw new Error(second.refusal);
  expect(second.tokens.refreshExpiresAt).toBe(startAt + 12 * hourMs);
  expect(await store.sessions.refresh(second.tokens.refreshToken, startAt + 12 * hourMs)).toEqual({
    ok: false,
    refusal: 'expired',
  });
});

test('a remembered session lives for one year, idle or not, and no longer', async () => {
  const idle = await store.sessions.create({ userId, remember: true, now: startAt });
  expect(idle.refreshExpiresAt).toBe(startAt + 31_536_000_000);
  expect(await store.sessions.refresh(idle.refreshToken, startAt + 364 * dayMs)).toMatchObject({ ok: true });
  let current = await store.sessions.create({ userId, remember: true, now: startAt });
  for (let day = 29; day < 365; day += 29) {
    const next = await store.sessions.refresh(current.refreshToken, startAt + day * dayMs);
    if (!next.ok) throw new Error(next.refusal);
    current = next.tokens;
  }
  expect(current.refreshExpiresAt).toBe(startAt + 365 * dayMs);
  expect(await store.sessions.refresh(current.refreshToken, startAt + 365 * dayMs)).toEqual({
    ok: false,
    refusal: 'expired',
  });
});

test('a revoked session answers nobody', async () => {
  const tokens = await store.sessions.create({ userId, remember: true, now: startAt });
  const { ticket } = await store.tickets.create({ userId, sessionId: tokens.sessionId, accountId: null, now: startAt });
  await store.sessions.revoke(tokens.sessionId, startAt);
  expect(await store.sessions.findByAccess(tokens.accessToken, startAt)).toBeNull();
  expect(await store.tickets.consume(ticket, startAt)).toBeNull();
});

test('a ticket opens one socket within thirty seconds', async () => {
  const { sessionId } = await store.sessions.create({ userId, remember: false, now: startAt });
  const { ticket } = await store.tickets.create({ userId, sessionId, accountId: 'a', now: startAt });
  const tries = await Promise.all(Array.from({ length: 5 }, () => store.tickets.consume(ticket, startAt + 29_999)));
  expect(tries.filter((each) => each !== null)).toEqual([{ userId, sessionId, accountId: 'a' }]);
  const late = await store.tickets.create({ userId, sessionId, accountId: 'a', now: startAt });
  expect(await store.tickets.consume(late.ticket, startAt + 30_000)).toBeNull();
});

test('the database keeps no token in a form that opens anything', async () => {
  const url = await database.createUrl();
  const other = await database.openStore({ url });
  const tokens = await other.sessions.create({ userId: await createUser(other), remember: true, now: startAt });
  const [row] = await database.sql(
    url,
  )`select string_agg(encode(token_hash, 'base64') || encode(token_hash, 'escape'), ' ') as text from session_tokens`;
  expect(String(row?.['text'])).not.toContain(tokens.accessToken.slice(0, 20));
  expect(await other.sessions.findByAccess(String(row?.['text']), startAt)).toBeNull();
});

test('an e-mail is one person whatever its letters, and a name of login is unique', async () => {
  const taken = await store.users.create({
    email: 'ADA@rondo.test',
    username: 'other',
    name: 'x',
    passwordHash: 'x',
    now: startAt,
  });
  expect(taken).toEqual({ ok: false, refusal: 'email_taken' });
  expect((await store.users.findByEmail('Ada@Rondo.test'))?.id).toBe(userId);
  const decision = { userId, verdict: 'approve', actorId: null, reason: '', now: startAt } as const;
  expect(await store.people.decide(decision)).toMatchObject({ ok: true });
  expect(await store.users.findById(userId)).toMatchObject({ hasGranted: true, role: 'member' });
});
