// Tests of sessions and tickets: how long they are valid, and what ends them. The tests pass the current time to the store.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '@rondo/store';
import { authenticatorCode } from '@rondo/testkit/authenticator';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { createUser, startAt } from '@rondo/testkit/database';

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

test('an access token expires after fifteen minutes and cannot be used as a refresh token', async () => {
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

test('a second use of a refresh token is accepted within ten seconds, and a later use ends the session', async () => {
  const first = await store.sessions.create({ userId, remember: true, now: startAt });
  const second = await store.sessions.refresh(first.refreshToken, startAt + minuteMs);
  if (!second.ok) throw new Error(second.refusal);
  expect(second.tokens.refreshToken).not.toBe(first.refreshToken);
  const again = await store.sessions.refresh(first.refreshToken, startAt + minuteMs + 10_000);
  if (!again.ok) throw new Error(again.refusal);
  expect(again.tokens.refreshToken).toBe(second.tokens.refreshToken);
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

test('a thief who uses a stolen refresh token within ten seconds shares the chain of the owner, and the next uses by both end the session', async () => {
  const first = await store.sessions.create({ userId, remember: true, now: startAt });
  const owner = await store.sessions.refresh(first.refreshToken, startAt);
  const thief = await store.sessions.refresh(first.refreshToken, startAt + 5_000);
  if (!owner.ok || !thief.ok) throw new Error('The refresh was refused.');
  const next = await store.sessions.refresh(owner.tokens.refreshToken, startAt + hourMs);
  if (!next.ok) throw new Error(next.refusal);
  // A late response with the first token still returns the newest token of the chain.
  expect(await store.sessions.refresh(thief.tokens.refreshToken, startAt + hourMs + 10_000)).toMatchObject({
    tokens: { refreshToken: next.tokens.refreshToken },
  });
  expect(await store.sessions.refresh(thief.tokens.refreshToken, startAt + hourMs + 10_001)).toEqual({
    ok: false,
    refusal: 'reused',
  });
  expect(await store.sessions.isLive(next.tokens.sessionId, startAt + hourMs + 10_001)).toBe(false);
});

test('a short session ends after twelve hours, even when it is refreshed', async () => {
  const first = await store.sessions.create({ userId, remember: false, now: startAt });
  const second = await store.sessions.refresh(first.refreshToken, startAt + 11 * hourMs);
  if (!second.ok) throw new Error(second.refusal);
  expect(second.tokens.refreshExpiresAt).toBe(startAt + 12 * hourMs);
  expect(await store.sessions.refresh(second.tokens.refreshToken, startAt + 12 * hourMs)).toEqual({
    ok: false,
    refusal: 'expired',
  });
});

test('a remembered session is valid for one year, and its use does not extend the year', async () => {
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

test('the access token and the ticket of a revoked session are refused', async () => {
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

test('the database stores only digests of tokens, and a digest cannot be used as a token', async () => {
  const url = await database.createUrl();
  const other = await database.openStore({ url });
  const tokens = await other.sessions.create({ userId: await createUser(other), remember: true, now: startAt });
  const [row] = await database.sql(
    url,
  )`select string_agg(encode(token_hash, 'base64') || encode(token_hash, 'escape'), ' ') as text from session_tokens`;
  expect(String(row?.['text'])).not.toContain(tokens.accessToken.slice(0, 20));
  expect(await other.sessions.findByAccess(String(row?.['text']), startAt)).toBeNull();
});

test('e-mail addresses that differ only in case belong to one person, and an approval does not change the role', async () => {
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

/** Opens a new database with one person, and returns functions that log in and change the password. */
async function openPerson() {
  const url = await database.createUrl();
  const own = await database.openStore({ url });
  const id = await createUser(own);
  const logIn = (passwordHash: string, withSecondFactor = false) =>
    own.sessions.logIn({ userId: id, remember: false, now: startAt, passwordHash, withSecondFactor });
  const change = (from: string, to: string, exceptSessionId = '') =>
    own.users.changePassword(id, { from, to, exceptSessionId, now: startAt });
  const sql = database.sql(url);
  /** Resolves when this number of other connections wait for a lock. */
  const isWaited = async (count = 1): Promise<void> => {
    const waiting = async () => {
      const [row] = await sql`
        select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      return row?.['waiting'];
    };
    await expect.poll(waiting, { interval: 1 }).toBe(count);
  };
  return { own, id, logIn, change, sql, isWaited };
}

test('a log-in opens no session when the password changes during the log-in', async () => {
  const { own, id, logIn, sql, isWaited } = await openPerson();
  expect(await logIn('none')).not.toBeNull();
  expect(await logIn('of yesterday')).toBeNull();
  const { late } = await sql.begin(async (transaction) => {
    await transaction`update users set password_hash = 'new' where id = ${id}`;
    const begun = { late: logIn('none') };
    await isWaited();
    return begun;
  });
  expect(await late).toBeNull();
  expect(await own.sessions.list(id, startAt)).toHaveLength(1);
});

test('after simultaneous log-ins and password changes, every open session belongs to the current password', async () => {
  const { own, id, logIn, change } = await openPerson();
  for (let turn = 0; turn < 10; turn += 1) {
    const [from, to] = [turn === 0 ? 'none' : `password ${turn}`, `password ${turn + 1}`];
    const tries = await Promise.all([
      logIn(from),
      logIn(from),
      change(from, to),
      logIn(from),
      change(from, 'of a thief'),
    ]);
    expect(tries.filter((result) => result === true)).toHaveLength(1);
    const next = (await logIn(to)) === null ? 'of a thief' : to;
    expect(next).toBe(tries[2] === true ? to : 'of a thief');
    const open = await own.sessions.list(id, startAt);
    expect(open).toHaveLength(next === to ? 1 : 0);
    if (next !== to) await change(next, to);
    await own.sessions.revokeAllOfUser(id, startAt);
  }
});

test('a password change ends the other sessions and unused reset links, and writes a line to the audit', async () => {
  const { own, id, logIn, change } = await openPerson();
  const [kept, other] = [await logIn('none'), await logIn('none')];
  const { token } = await own.logins.createResetLink({ userId: id, actorId: null, now: startAt });
  expect(await change('wrong', 'new', kept?.sessionId)).toBe(false);
  expect(await own.sessions.isLive(other?.sessionId ?? '', startAt)).toBe(true);
  expect(await change('none', 'new', kept?.sessionId)).toBe(true);
  const live = [kept, other].map((tokens) => own.sessions.isLive(tokens?.sessionId ?? '', startAt));
  expect(await Promise.all(live)).toEqual([true, false]);
  expect(await own.logins.useResetLink({ token, passwordHash: 'x', now: startAt })).toBeNull();
  expect((await own.audit.list({ subjectId: id, limit: 1 }))[0]?.action).toBe('user.changePassword');
});

test('of two simultaneous uses of a reset link one succeeds, and an ended link cannot be used', async () => {
  const { own, id } = await openPerson();
  const { token } = await own.logins.createResetLink({ userId: id, actorId: null, now: startAt });
  const use = (passwordHash: string, now: number) => own.logins.useResetLink({ token, passwordHash, now });
  const used = await Promise.all([use('first', startAt), use('second', startAt)]);
  expect(used.filter((userId) => userId === id)).toHaveLength(1);
  expect(used.filter((userId) => userId === null)).toHaveLength(1);
  const next = await own.logins.createResetLink({ userId: id, actorId: null, now: startAt });
  const late = { token: next.token, passwordHash: 'late', now: next.expiresAt };
  expect(await own.logins.useResetLink(late)).toBeNull();
});

test('a password change and a simultaneous use of a reset link do not cause a deadlock', async () => {
  const { own, id, change, sql, isWaited } = await openPerson();
  const { token } = await own.logins.createResetLink({ userId: id, actorId: null, now: startAt });
  const { changed, reset } = await sql.begin(async (transaction) => {
    await transaction`select 1 from users where id = ${id} for update`;
    const first = change('none', 'new');
    await isWaited();
    const second = own.logins.useResetLink({ token, passwordHash: 'of the link', now: startAt });
    await isWaited(2);
    return { changed: Promise.allSettled([first]), reset: Promise.allSettled([second]) };
  });
  expect(await changed).toMatchObject([{ status: 'fulfilled', value: true }]);
  expect(await reset).toMatchObject([{ status: 'fulfilled', value: null }]);
  expect((await own.users.findById(id))?.passwordHash).toBe('new');
});

test('the hash of a password is replaced only when the stored hash is the hash that the entered password was checked against', async () => {
  const { own, id } = await openPerson();
  expect(await own.users.renewPasswordHash(id, { from: 'old', to: 'stronger' })).toBe(false);
  expect(await own.users.renewPasswordHash(id, { from: 'none', to: 'stronger' })).toBe(true);
  expect((await own.users.findById(id))?.passwordHash).toBe('stronger');
});

test('a log-in without a second factor opens no session after a second factor is active, and the confirmation of a second factor waits for log-ins that have begun', async () => {
  const { own, id, logIn, sql, isWaited } = await openPerson();
  await own.secondFactors.begin(id);
  expect(await logIn('none')).not.toBeNull();
  const { confirmed } = await sql.begin(async (transaction) => {
    await transaction`select 1 from users where id = ${id} for share`;
    const begun = { confirmed: own.secondFactors.confirm(id, '000000', startAt) };
    await isWaited();
    return begun;
  });
  expect(await confirmed).toMatchObject({ ok: false });
  await sql`update second_factors set confirmed_at = ${startAt} where user_id = ${id}`;
  expect(await logIn('none')).toBeNull();
  expect(await logIn('none', true)).not.toBeNull();
});

test('a session of an operator ends after 12 hours even when the operator is remembered', async () => {
  const { own, id, sql } = await openPerson();
  await sql`update users set role = 'operator' where id = ${id}`;
  const tokens = await own.sessions.create({ userId: id, remember: true, now: startAt });
  const twelveHours = 12 * 60 * 60 * 1_000;
  expect(tokens.refreshExpiresAt).toBe(startAt + twelveHours);
  expect(await own.sessions.list(id, startAt + twelveHours - 1)).toMatchObject([{ isRemembered: false }]);
  expect(await own.sessions.refresh(tokens.refreshToken, startAt + twelveHours)).toMatchObject({ ok: false });
});

test('an operator turns on the second factor with a token of the command line, which works once, within a day and only for this operator', async () => {
  const { own, id, sql } = await openPerson();
  await own.secondFactors.begin(id);
  await sql`update second_factors set confirmed_at = ${startAt} where user_id = ${id}`;
  const session = await own.sessions.create({ userId: id, remember: false, now: startAt });
  const token = await own.enrolments.enrol(id, startAt);
  expect(await own.secondFactors.status(id)).toBeNull();
  expect(await own.sessions.isLive(session.sessionId, startAt)).toBe(false);
  const day = 24 * 60 * 60 * 1_000;
  const allowed = (text: string, now: number, userId = id) => own.enrolments.mayEnrol(userId, text, now);
  expect(await Promise.all([allowed(token, startAt + day - 1), allowed(token, startAt + day)])).toEqual([true, false]);
  expect(await Promise.all([allowed('x', startAt), allowed(token, startAt, 'another')])).toEqual([false, false]);
  const begun = await own.secondFactors.begin(id);
  if (!begun.ok) throw new Error(begun.refusal);
  const confirmed = await own.secondFactors.confirm(id, authenticatorCode(begun.secret, startAt), startAt);
  expect(confirmed.ok).toBe(true);
  expect(await allowed(token, startAt)).toBe(false);
});

test('an attempt with the correct password on an unknown device is new until another session confirms it, and the steps of a log-in belong to its session', async () => {
  const person = await createUser(store, 'noticed@rondo.test');
  const attempt = (changes: Partial<Parameters<Store['logins']['record']>[0]>) =>
    store.logins.record({
      userId: person,
      sessionId: null,
      at: startAt,
      address: '10.0.0.1',
      outcome: 'done',
      isKnownDevice: false,
      agent: 'browser',
      ...changes,
    });
  const newOf = async (sessionId: string) =>
    (await store.logins.recent({ userId: person, sessionId }, 10))
      .filter((login) => login.isNew)
      .map(({ outcome, address }) => `${outcome} from ${address}`);
  await attempt({ outcome: 'code missing', address: '10.0.0.9', at: startAt - hourMs });
  await attempt({ outcome: 'code missing' });
  await attempt({ outcome: 'wrong code', at: startAt + 1 });
  await attempt({ sessionId: 'one', at: startAt + 2 });
  await attempt({ outcome: 'wrong password', address: '10.0.0.8' });
  await attempt({ isKnownDevice: true, sessionId: 'known' });
  expect(await newOf('one')).toEqual(['code missing from 10.0.0.9']);
  expect(await newOf('two')).toHaveLength(4);
  await store.logins.see({ userId: person, sessionId: 'one' }, startAt);
  expect(await newOf('one')).toEqual([]);
  expect(await newOf('two')).toHaveLength(3);
  await store.logins.see({ userId: person, sessionId: 'two' }, startAt);
  expect(await newOf('two')).toEqual([]);
});

test('a session that is replaced after a change of the second factor still cannot confirm its own log-in', async () => {
  const person = await createUser(store, 'renewed@rondo.test');
  const { sessionId } = await store.sessions.create({ userId: person, remember: false, now: startAt });
  const login = { at: startAt, address: '10.0.0.1', outcome: 'done', isKnownDevice: false, agent: '' } as const;
  await store.logins.record({ ...login, userId: person, sessionId });
  const renewed = await store.sessions.renew(sessionId, { now: startAt, withSecondFactor: true });
  await store.logins.see({ userId: person, sessionId: renewed?.sessionId ?? '' }, startAt);
  const [shown] = await store.logins.recent({ userId: person, sessionId: 'another' }, 1);
  expect(shown).toMatchObject({ isNew: true });
});
