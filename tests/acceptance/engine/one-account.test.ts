// Proves that each transaction of the journal writes rows of exactly one account, so that the accounts can be divided between databases (docs/scale.md).
// Triggers in the database note the transaction and the account of each row that is written.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batch, createBot, event, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { runOnDatabase } from '../../simulation/command/database-run.ts';

type Sql = ReturnType<TestDatabase['sql']>;

/** The tables that the journal writes in the run. Leases and nodes are not among them: they say which node has an account, and no row of the journal is stored with them. */
const frequentTables = ['bills', 'bot_events', 'bot_logs', 'bot_views', 'bots', 'fills', 'intents', 'journal_cursors'];
const rareTables = ['bot_checkpoints', 'bot_waits', 'unreadable_rows'];
const boundMs = 80_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

// A row has an account of its own, or the account of its bot.
async function watchWrites(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create table written (transaction xid8, name text, account_id text);
    create function note_written() returns trigger language plpgsql as $$
      declare r jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
      begin
        insert into written select pg_current_xact_id(), tg_table_name, coalesce(r ->> 'account_id',
          (select account_id from bots where id = r ->> 'bot_id'), 'none');
        return null;
      end $$`);
  for (const name of [...frequentTables, ...rareTables])
    await sql.unsafe(`create trigger note after insert or update or delete on ${name}
      for each row execute function note_written()`);
}

/** Returns the accounts of each transaction that wrote rows of another number of accounts than one. */
async function mixedTransactions(sql: Sql): Promise<readonly (readonly string[])[]> {
  const rows = await sql<{ accounts: string[] }[]>`
    select array_agg(distinct account_id order by account_id) as accounts from written
    group by transaction having count(distinct account_id) <> 1 or bool_or(account_id = 'none')`;
  return rows.map(({ accounts }) => accounts);
}

test(
  'each transaction of the journal writes rows of exactly one account',
  async () => {
    const opened: Sql[] = [];
    const { result } = await runOnDatabase(database, '50', {
      isLong: true,
      prepare: async (sql) => {
        opened.push(sql);
        await watchWrites(sql);
      },
    });
    const [sql] = opened;
    if (sql === undefined) throw new Error('The run has no database.');
    expect(result.violations.slice(0, 3)).toEqual([]);
    const tables = await sql<{ name: string }[]>`select distinct name from written order by name`;
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(frequentTables));
    const accounts = await sql<{ id: string }[]>`select distinct account_id as id from written order by id`;
    expect(accounts.length).toBeGreaterThan(1);
    const [seen] = await sql<{ count: number }[]>`select count(distinct transaction)::int as count from written`;
    expect(seen?.count).toBeGreaterThan(30);
    expect(await mixedTransactions(sql)).toEqual([]);
    // The watch finds a transaction that writes rows of two accounts.
    await sql`update bots set name = name || '.'`;
    expect(await mixedTransactions(sql)).toEqual([accounts.map(({ id }) => id)]);
  },
  boundMs,
);

test('a transaction with rare facts writes rows of one account', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const sql = database.sql(url);
  const bot = await createBot(store);
  await watchWrites(sql);
  const checkpoints = [{ botId: bot.id, position: 1, foldVersion: 1, body: '{}', hash: '' }];
  const freezes = [{ botId: bot.id, reason: 'frozen', at: bot.createdAt, hasEnded: true }];
  const unreadable = { instrumentId: 'ETH-USDT-SWAP', at: bot.createdAt, cause: 'unreadable', raw: '{}' };
  const unreadableRows = [{ ...unreadable, list: 'fill', rowKey: '1', readAt: bot.createdAt } as const];
  const waits = [{ botId: bot.id, body: '{}' }];
  await store.journal.applyFacts(batch(bot, { events: [event(bot, 1)], waits, checkpoints, unreadableRows, freezes }));
  const tables = await sql<{ name: string }[]>`select distinct name from written`;
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(rareTables));
  expect(await mixedTransactions(sql)).toEqual([]);
});
