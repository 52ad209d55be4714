// Tests that the export and the erasure of a person cover every column of the database, and that each column is exported, erased or kept as the list says.
import {
  createAccount,
  createBot,
  createUser,
  startAt,
  startTestDatabase,
  type TestDatabase,
} from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conditionOf } from '../../src/moves/moved-tables.ts';
import type { PersonalTable } from '../../src/people/personal-table.ts';
import { impersonalTables, personalTables } from '../../src/people/personal-tables.ts';

let database: TestDatabase;
let stored: ReadonlyMap<string, readonly string[]>;
beforeAll(async () => {
  database = await startTestDatabase();
  stored = await columnsByTable(database.sql(await database.createUrl()));
});
afterAll(() => database.stop());

async function columnsByTable(sql: ReturnType<TestDatabase['sql']>): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await sql`
    select table_name, array_agg(column_name::text order by column_name) as columns from information_schema.columns
    where table_schema = 'public' and table_name not in ('schema_migrations', 'schema_state') group by 1`;
  return new Map(rows.map((row) => [String(row['table_name']), row['columns'] as string[]]));
}

test('every table of the database has data of people or a reason why not', () => {
  const listed = [...personalTables.map(({ name }) => name), ...Object.keys(impersonalTables)];
  expect(listed.toSorted()).toEqual([...stored.keys()].toSorted());
});

test.each(personalTables.map((table) => [table.name, table] as const))(
  'each column of %s is exported or hidden, and erased or kept, each with a reason',
  (name, { exported, hidden, erased, kept }) => {
    const columns = stored.get(name) ?? [];
    for (const [chosen, reasons] of [
      [exported, hidden],
      [erased === 'rows' ? columns : erased, kept],
    ] as const) {
      const named = [...chosen, ...Object.keys(reasons).filter((column) => column !== '*')];
      expect(new Set(named).size).toBe(named.length);
      expect(named.filter((column) => !columns.includes(column))).toEqual([]);
      const others = columns.filter((column) => !named.includes(column));
      expect({
        others: reasons['*'] === undefined ? others : [],
        isUsed: reasons['*'] === undefined || others.length > 0,
      }).toEqual({
        others: [],
        isUsed: true,
      });
    }
  },
);

const canary = 'canary-of-the-person';

/** Creates a person with a row in every personal table, whose texts that can be typed contain the canary. */
async function createFull(url: string) {
  const store = await database.openStore({ url });
  const sql = database.sql(url);
  const userId = await createUser(store);
  const accountId = await createAccount(store, userId);
  const bot = await createBot(store, { userId, accountId, name: canary });
  const { sessionId } = await store.sessions.create({ userId, remember: true, agent: canary, now: startAt });
  await store.tickets.create({ userId, sessionId, accountId, now: startAt });
  await store.openSockets.open(userId, 1);
  await store.devices.add({ userId, agent: canary, now: startAt });
  await store.logins.createResetLink({ userId, actorId: null, now: startAt });
  const bytes = Buffer.from(canary);
  await sql`update users set email = ${`${canary}@rondo.test`}, username = ${canary}, name = ${canary}, ref = ${canary}, region = ${canary}, last_login_at = 7, password_hash = ${canary}, has_granted = true, approval = 'approved' where id = ${userId}`;
  await sql`insert into oauth_states values (${bytes}, ${userId}, ${sessionId}, 'oauth', ${accountId}, 1, null)`;
  await sql`insert into login_records (user_id, address, outcome, at, agent, session_id) values (${userId}, ${canary}, 'done', 1, ${canary}, ${canary})`;
  await sql`insert into second_factors (user_id, sealed_secret, confirmed_at) values (${userId}, ${bytes}, 1)`;
  await sql`insert into recovery_codes values (${userId}, ${bytes}, null)`;
  await sql`insert into passkeys values (${canary}, ${userId}, ${canary}, ${bytes}, 1, ${canary}, false, ${canary}, 1, 1)`;
  await sql`insert into enrolments values (${bytes}, ${userId}, 1)`;
  await sql`insert into testimonial_consents values (${userId}, 1)`;
  await sql`update exchange_accounts set label = ${canary}, uid = ${canary}, masked_key = ${canary}, unbound_reason = ${canary} where id = ${accountId}`;
  await sql`insert into account_labels values (${accountId}, false, true, true, ${canary}, ${canary}, 'connected', 1)`;
  await sql`insert into consents values ('c', ${userId}, ${accountId}, 'oauth', 'sandbox', 'global', ${canary}, ${bytes}, ${bytes}, ${bytes}, 1, 1, 1, null)`;
  await sql`insert into key_changes values ('k', ${accountId}, ${userId}, 'done', 1, 1)`;
  await sql`insert into key_revocations (account_id, reason, step, ordered_at, next_at) values (${accountId}, 'drill', 'ordered', 1, 1)`;
  await sql`insert into unreadable_rows values (${accountId}, 'fill', ${canary}, null, 1, ${canary}, ${canary}, 1)`;
  await sql`insert into account_states values (${accountId}, 1, ${{ canary } as never}::jsonb, clock_timestamp())`;
  await sql`insert into account_watches values (${accountId}, clock_timestamp())`;
  await sql`insert into bot_views (bot_id, phase, status, round, cycles, current_step, is_last, position_size, realised_pnl, state, event_position, updated_at)
    values (${bot.id}, 'running', 'active', 1, 0, 1, false, 0, 0, '{}', 1, 1) on conflict do nothing`;
  await sql`insert into bot_logs (bot_id, type, message_key, parameters, at) values (${bot.id}, 'OTHER', 'log.started', '{}', 1)`;
  await sql`insert into bot_commands (id, bot_id, kind, request_id, created_at) values ('command', ${bot.id}, 'stop_keep', 'r', 1)`;
  await sql`insert into signal_hooks values (${bot.id}, ${bytes}, 1)`;
  await sql`insert into hook_messages values (${bot.id}, 'id open 1', 'open', 1, 1, 1, false, 'x')`;
  await sql`insert into past_bots values (1000000, ${userId}, sha256(${bytes}))`;
  await sql`insert into past_orders values (${accountId}, 'q1r')`;
  await sql`insert into simulated_history values ('s', ${userId}, 'ETH-USDT-SWAP', ${canary}, 'long', '{}', '{}', 1, 1, 1, 'x', 1, 2, '[]')`;
  await sql`insert into person_moves values ('m', ${userId}, 'in', 'open', 'elsewhere', clock_timestamp(), clock_timestamp())`;
  for (const [id, botId] of [
    ['of the bot', bot.id],
    ['of no bot', null],
  ] as const) {
    await sql`
      insert into fills (account_id, instrument_id, fill_id, venue_order_id, client_id, side, position_side, price_ticks, lots, tick_sz, lot_sz, fee, liquidity, kind, bill_id, at, bot_id)
      values (${accountId}, 'ETH-USDT-SWAP', ${id}, '1', '', 'buy', 'long', 180000, 3, '0.01', '0.1', '-0.05', 'taker', 'trade', ${id}, 5, ${botId})`;
    await sql`
      insert into bills (account_id, bill_id, instrument_id, client_id, fill_id, kind, balance_change, pnl, fee, at, bot_id)
      values (${accountId}, ${id}, 'ETH-USDT-SWAP', '', '', 'funding', '-0.25', '-0.25', '0', 6, ${botId})`;
  }
  await sql`update bots set course = 'done', ended_at = 2 where id = ${bot.id}`;
  return { store, sql, userId, accountId };
}

test('the export has the fills and bills of no bot, because no file of a bot has them', async () => {
  const { store, userId, accountId } = await createFull(await database.createUrl());
  const records = await store.people.records(userId);
  const rowsIn = (name: string) => records.find(({ table }) => table === name)?.rows;
  const common = { account_id: accountId, instrument_id: 'ETH-USDT-SWAP', bill_id: 'of no bot' };
  expect(rowsIn('fills')).toEqual([
    expect.objectContaining({
      ...common,
      fill_id: 'of no bot',
      side: 'buy',
      lots: '3',
      price_ticks: '180000',
      fee: '-0.05',
    }),
  ]);
  expect(rowsIn('bills')).toEqual([expect.objectContaining({ ...common, kind: 'funding', balance_change: '-0.25' })]);
});

const bySession = 'session_id in (select id from sessions where user_id = $1)';
const rowsOf = ({ name, by }: PersonalTable) =>
  `select * from ${name} where ${by === 'session_id' ? bySession : conditionOf({ name, by })}`;

test('the export has each exported column, and the erasure deletes or empties what the list says and nothing else', async () => {
  const { store, sql, userId } = await createFull(await database.createUrl());
  const records = await store.people.records(userId);
  const exported = personalTables.filter((table) => table.exported.length > 0);
  expect(records.map(({ table, rows }) => [table, Object.keys(rows[0] ?? {})])).toEqual(
    exported.map(({ name, exported: columns }) => [name, columns]),
  );
  expect(records.every(({ isComplete }) => isComplete)).toBe(true);
  expect(JSON.stringify(records).split(canary).length).toBeGreaterThan(20);

  const readAll = async () => {
    const found = new Map<string, readonly Readonly<Record<string, unknown>>[]>();
    for (const table of personalTables) found.set(table.name, await sql.unsafe(rowsOf(table), [userId]));
    return found;
  };
  const before = await readAll();
  expect(await store.users.erase(userId, startAt + 1)).toEqual({ ok: true, isErased: true });
  const after = await readAll();
  for (const { name, erased } of personalTables) {
    const [old, now] = [before.get(name) ?? [], after.get(name) ?? []];
    if (erased === 'rows') {
      expect({ name, before: old.length > 0, after: now.length }).toEqual({ name, before: true, after: 0 });
      continue;
    }
    expect({ name, rows: now.length }).toEqual({ name, rows: old.length });
    const changed = new Set(
      now.flatMap((row, index) =>
        Object.keys(row).filter((column) => String(row[column]) !== String(old[index]?.[column])),
      ),
    );
    expect({ name, left: erased.filter((column) => !changed.has(column)) }).toEqual({ name, left: [] });
  }
  const texts = [...after.values()].flat().map((row) => JSON.stringify(row));
  expect(
    texts.filter((text) => text.includes(canary) || text.includes(JSON.stringify(Buffer.from(canary).toJSON().data))),
  ).toEqual([]);
});
