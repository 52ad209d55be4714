// What a test does with the rows of the database of its world, beside the store.
import type { TestDatabase } from '@rondo/testkit/database';

type Sql = ReturnType<TestDatabase['sql']>;

export interface StoredRows {
  /** Every row of every table as text. */
  dump(): Promise<string>;
  /** The rows of every table as text, by the name of the table. */
  rows(): Promise<Readonly<Record<string, readonly string[]>>>;
  /** Runs the call while a table of the database is missing. */
  withoutTable<Result>(table: string, run: () => Promise<Result>): Promise<Result>;
  /** Runs the call while the engines of all nodes wait in the storing of an event of a bot. Everything else is read and written. */
  whileEventsWait<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Runs the call while the member is being moved to another database. */
  whileMoving<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Ends the counts of attempts and budgets earlier by this time, as if the time had passed. They are kept on the clock of the database. */
  passThrottles(ms: number): Promise<void>;
  /** Damages the stored key of an account, so that it cannot be decrypted. */
  damageKey(accountId: string): Promise<void>;
  /** Changes the time at which a job was started last. */
  setJobStart(name: string, at: number): Promise<void>;
  /** Marks a linked account as one with real money. Its connection stays the one of the sandbox. */
  makeLive(accountId: string): Promise<void>;
  /** Damages the stored configuration and state of a bot, so that they cannot be parsed. */
  damageBot(botId: string): Promise<void>;
  /** Moves the end of an ended bot to another time. */
  moveEnd(botId: string, endedAt: number): Promise<void>;
}

/** Returns the rows of a database with this member. */
export function storedRows(sql: Sql, memberId: string): StoredRows {
  return {
    dump: async () =>
      Object.values(await rowsOf(sql))
        .flat()
        .join('\n'),
    rows: () => rowsOf(sql),
    async withoutTable(table, run) {
      await sql`alter table ${sql(table)} rename to gone`;
      try {
        return await run();
      } finally {
        await sql`alter table gone rename to ${sql(table)}`;
      }
    },
    // The lock is compatible with reads, and with the locks of rows. Only writes wait for it.
    whileEventsWait: async <Result>(run: () => Promise<Result>) =>
      (await sql.begin(async (transaction) => {
        await transaction`lock table bot_events in share row exclusive mode`;
        return run();
      })) as Result, // The result is the one of the function.
    async whileMoving(run) {
      await sql`insert into person_moves values ('move', ${memberId}, 'out', 'fenced', 'elsewhere', clock_timestamp(), null)`;
      try {
        return await run();
      } finally {
        await sql`delete from person_moves`;
      }
    },
    async passThrottles(ms) {
      await sql`update throttles set expires_at = expires_at - make_interval(secs => ${ms / 1_000}::float8)`;
    },
    async damageKey(accountId) {
      await sql`update exchange_accounts set sealed_api_key = '\\x00' where id = ${accountId}`;
    },
    async setJobStart(name, at) {
      await sql`update job_runs set started_at = ${at} where name = ${name}`;
    },
    async makeLive(accountId) {
      await sql`update exchange_accounts set environment = 'live' where id = ${accountId}`;
    },
    async damageBot(botId) {
      await sql`update bots set config = '{' where id = ${botId}`;
      await sql`update bot_views set state = '{' where bot_id = ${botId}`;
    },
    async moveEnd(botId, endedAt) {
      await sql`update bots set ended_at = ${endedAt} where id = ${botId} and ended_at is not null`;
    },
  };
}

async function rowsOf(sql: Sql): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = current_schema() order by 1`;
  const found: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const rows = await sql<{ text: string }[]>`select t::text as text from ${sql(name)} t order by 1`;
    found[name] = rows.map((row) => row.text);
  }
  return found;
}
