// Tests of the retention times of records, and of scheduled jobs with several nodes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { createAccount, createBot, createUser, startAt } from '@rondo/testkit/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const dayMs = 24 * 60 * 60_000;
const none = {
  logins: 0,
  sessions: 0,
  tokens: 0,
  devices: 0,
  resetLinks: 0,
  enrolments: 0,
  audit: 0,
  leaseHistory: 0,
  nodes: 0,
  hookMessages: 0,
  signalReadings: 0,
  aiDecisions: 0,
  bots: 0,
  botRows: 0,
  outsideFills: 0,
  outsideBills: 0,
  unreadableRows: 0,
};

test('the purge removes log-ins and ended sessions after three months and decisions after five years, and it keeps other records', async () => {
  const store = await database.openStore();
  const userId = await createUser(store);
  const login = (at: number) =>
    store.logins.record({
      userId,
      sessionId: null,
      address: '10.0.0.1',
      outcome: 'done',
      isKnownDevice: true,
      agent: '',
      at,
    });
  await login(startAt);
  await store.logins.createResetLink({ userId, actorId: null, now: startAt });
  await login(startAt + 60 * dayMs);
  await store.sessions.create({ userId, remember: false, now: startAt });
  const living = await store.sessions.create({ userId, remember: true, now: startAt });
  expect(await store.retention.purge(startAt + 92 * dayMs)).toEqual(none);
  const later = startAt + 94 * dayMs;
  // The active session loses only its expired access token, because its refresh token expires later.
  expect(await store.retention.purge(later)).toEqual({ ...none, logins: 1, sessions: 1, tokens: 1, resetLinks: 1 });
  expect(await store.sessions.isLive(living.sessionId, later)).toBe(true);
  expect(await store.logins.list(userId, 10)).toHaveLength(1);
  // Two log-ins and the link for a new password are lines of the audit.
  expect(await store.audit.list({ limit: 10 })).toHaveLength(3);
  await store.audit.write({ at: later, actorId: null, action: 'test', subjectId: userId, detail: '' });
  expect(await store.retention.purge(startAt + 1_828 * dayMs)).toMatchObject({ audit: 2 });
  expect(await store.audit.list({ limit: 10 })).toMatchObject([{ action: 'test' }, { action: 'user.logIn' }]);
  expect(await store.audit.isIntact()).toBe(true);
  expect(await store.users.findById(userId)).not.toBeNull();
});

test('of the attempts with unknown e-mails the newest 10,000 stay, in several batches, and all attempts with known ones', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const sql = database.sql(url);
  const userId = await createUser(store);
  const add = (owner: string | null, count: number) => sql`
    insert into login_records (user_id, address, outcome, at) select ${owner}, n::text, 'wrong password', ${startAt}::bigint from generate_series(1, ${count}::int) n`;
  await add(userId, 10_001);
  await add(null, 10_000);
  expect(await store.retention.limitUnknownLogins()).toBe(0);
  await add(null, 5_001);
  expect(await store.retention.limitUnknownLogins()).toBe(5_001);
  expect(
    await sql`
    select count(user_id)::int as known, count(*)::int - count(user_id)::int as unknown, min(id) filter (where user_id is null)::int as oldest from login_records`,
  ).toEqual([{ known: 10_001, unknown: 10_000, oldest: 10_001 + 5_001 + 1 }]);
});

test('the purge removes a known device one year after its last log-in', async () => {
  const store = await database.openStore();
  const userId = await createUser(store);
  const device = { userId, agent: 'browser' };
  const kept = await store.devices.add({ ...device, now: startAt });
  await store.devices.add({ ...device, now: startAt });
  await store.devices.use(kept, startAt + 10 * dayMs);
  expect(await store.retention.purge(startAt + 364 * dayMs)).toMatchObject({ devices: 0 });
  expect(await store.retention.purge(startAt + 366 * dayMs)).toMatchObject({ devices: 1 });
  expect(await store.devices.isKnown(kept, userId, startAt + 366 * dayMs)).toBe(true);
});

test('the purge removes acquisitions of leases and dead nodes after three months, and it keeps the node of a lease', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url, nodeId: 'a' });
  const bot = await createBot(store);
  await store.journal.acquire(bot.accountId, 60_000);
  const sql = database.sql(url);
  const now = Date.now();
  await sql`update nodes set dead_at = clock_timestamp()`;
  await sql`insert into nodes select 'b', 1, signal_at, joined_at, seen_until, dead_at from nodes`;
  expect(await store.retention.purge(now + 91 * dayMs)).toMatchObject({ leaseHistory: 0, nodes: 0 });
  expect(await store.retention.purge(now + 93 * dayMs)).toMatchObject({ leaseHistory: 1, nodes: 1 });
  expect(await sql`select incarnation from nodes`).toEqual([{ incarnation: 'a' }]);
});

test('the purge removes readings, decisions of a model and the messages of ended bots after five years, in several batches', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const sql = database.sql(url);
  const userId = await createUser(store);
  const accountId = await createAccount(store, userId);
  const [ended, running] = [
    await createBot(store, { userId, accountId }),
    await createBot(store, { userId, accountId, instrumentId: 'BTC-USDT-SWAP', idempotencyKey: 'second' }),
  ];
  await sql`update bots set course = 'done', ended_at = ${startAt} where id = ${ended.id}`;
  for (const botId of [ended.id, running.id])
    await sql`insert into hook_messages values (${botId}, 'id 1', 'open', null, ${startAt}, ${startAt}, false, '')`;
  // More rows than one batch has.
  await sql`insert into signal_readings select 'rule', 'BTC-USDT-SWAP', '15m', n, '{}', null, '', ${startAt}::bigint from generate_series(1, 5001) n`;
  await sql`insert into signal_readings values ('rule', 'BTC-USDT-SWAP', '15m', 0, '{}', null, '', ${startAt + dayMs})`;
  await sql`insert into ai_decisions values ('model', '1', 'BTC-USDT-SWAP', '1h', 1, 'ok', '', '', '', null, null, null, null, null, 0, ${startAt}, ${startAt})`;

  const fiveYears = 1_827 * dayMs;
  expect(await store.retention.purge(startAt + fiveYears)).toMatchObject({ hookMessages: 0, signalReadings: 0 });
  const purged = await store.retention.purge(startAt + fiveYears + 1);
  expect(purged).toMatchObject({ hookMessages: 1, signalReadings: 5_001, aiDecisions: 1 });
  expect(await sql`select bot_id from hook_messages`).toEqual([{ bot_id: running.id }]);
  expect(await sql`select closed_at from signal_readings`).toHaveLength(1);
});

test('the purge removes the one-time tokens of operators three months after their end', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const userId = await createUser(store);
  await database.sql(url)`insert into enrolments values ('one', ${userId}, ${startAt})`;
  expect(await store.retention.purge(startAt + 92 * dayMs)).toEqual(none);
  expect(await store.retention.purge(startAt + 92 * dayMs + 1)).toEqual({ ...none, enrolments: 1 });
});

test('only the purge removes messages, readings and decisions of a model', async () => {
  const sql = database.sql(await database.createUrl());
  await expect(sql`delete from hook_messages`).rejects.toThrow('append-only');
  await expect(sql`delete from signal_readings`).rejects.toThrow('append-only');
  await expect(sql`delete from ai_decisions`).rejects.toThrow('append-only');
  const update = sql.begin(async (transaction) => {
    await transaction`set local rondo.purge = 'on'`;
    await transaction`update signal_readings set reading = ''`;
  });
  await expect(update).rejects.toThrow('append-only');
});

test('one of several nodes claims a job, and after the period one node claims the job again', async () => {
  const url = await database.createUrl();
  const nodes = await Promise.all([1, 2, 3].map(() => database.openStore({ url })));
  const sql = database.sql(url);
  const askAll = async (): Promise<number> => {
    const claims = await Promise.all(nodes.map(({ jobs }) => jobs.claim('retention', dayMs)));
    return claims.filter(Boolean).length;
  };
  expect(await askAll()).toBe(1);
  await sql`update job_runs set started_at = started_at - ${dayMs - 60_000}::bigint`;
  expect(await askAll()).toBe(0);
  await sql`update job_runs set started_at = started_at - 60000`;
  expect(await askAll()).toBe(1);
  // A node of an older program whose clock is fast wrote this time.
  await sql`update job_runs set started_at = started_at + ${dayMs}::bigint`;
  expect(await askAll()).toBe(1);
});

test('a node that waits for the claim of another node does not claim the job again', async () => {
  const url = await database.createUrl();
  const { jobs } = await database.openStore({ url });
  const sql = database.sql(url);
  await sql`insert into job_runs (name, started_at) values ('retention', 0)`;
  const { late } = await sql.begin(async (transaction) => {
    await transaction`select 1 from job_runs for update`;
    const begun = { late: jobs.claim('retention', dayMs) };
    const waiting = async () => {
      const rows = await sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      return rows.length;
    };
    await expect.poll(waiting, { interval: 1, timeout: 20_000 }).toBe(1);
    // The claim of the other node is later than the time at which the waiting node began its statement.
    await transaction`update job_runs set started_at = (extract(epoch from clock_timestamp()) * 1000)::bigint + 1`;
    return begun;
  });
  expect(await late).toBe(false);
});
