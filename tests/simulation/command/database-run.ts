// Runs a seed with the journal in a real PostgreSQL beside the journal in memory. Every result of the two journals must be equal (decision 40).
import type { BotRow } from '@rondo/engine';
import type { TestDatabase } from '@rondo/testkit/database';
import { runSeed, swarmOf, type RunOptions, type RunResult } from '../run.ts';
import { differenceOf } from './equal-runs.ts';
import { castOf, rowOf } from '../world/cast.ts';
import { createMirror, createOrdered } from '../world/journal-mirror.ts';
import { startOf } from '../world/world.ts';

const hourMs = 3_600_000;
const accountsMax = 2;
const botsEachMax = 2;

/** The result of the run with PostgreSQL, and the number of results that both journals returned. A run without PostgreSQL has the same fingerprint. */
export type DatabaseRun = { readonly result: RunResult; readonly compared: number };

type Sql = ReturnType<TestDatabase['sql']>;

/**
 * Runs the seed on a new database of the server. A difference of the journals is a violation of the result. The run has one
 * machine, because a lease in PostgreSQL expires by the clock of the machine, and a long run is small, because it waits for every result. `prepare` changes
 * the database before the run.
 */
export async function runOnDatabase(
  server: TestDatabase,
  seed: string,
  { prepare, ...options }: Pick<RunOptions, 'isLong'> & { readonly prepare?: (sql: Sql) => Promise<void> } = {},
): Promise<DatabaseRun> {
  const drawn = swarmOf(seed, options);
  const { crew } = drawn;
  const small = {
    crew: crew && {
      accounts: Math.min(crew.accounts, accountsMax),
      botsEach: Math.min(crew.botsEach, botsEachMax),
    },
    chaosMs: Math.min(drawn.chaosMs, hourMs),
    machines: 1,
  };
  const run = { ...options, swarm: small };
  const url = await server.createUrl();
  const sql = server.sql(url);
  await addCast(sql, swarmOf(seed, run));
  await prepare?.(sql);
  const mirror = createMirror(
    (nodeId) => server.openStore({ url, nodeId }),
    (row) => addBot(sql, row),
  );
  const result = await runSeed(seed, { ...run, journalOf: mirror.journalOf });
  await mirror.close();
  const inMemory = await runSeed(seed, { ...run, journalOf: createOrdered() });
  const violations = [
    ...result.violations,
    ...mirror.differences.map((text) => ({ invariant: 'decision 40', at: 0, text })),
    ...differenceOf(inMemory, result).map((text) => ({ invariant: 'equal runs', at: 0, text })),
  ];
  return { result: { ...result, violations }, compared: mirror.compared() };
}

// Inserts the accounts and bots of the simulation. The accounts have no keys, because the simulation does not read its keys from the database.
async function addCast(sql: Sql, swarm: ReturnType<typeof swarmOf>): Promise<void> {
  const { accounts, bots } = castOf(swarm);
  await sql`insert into users (id, email, username, name, level, role, has_granted, password_hash, created_at)
    values ('owner', 'owner@rondo.test', 'owner', 'Owner', 0, 'member', false, 'none', 0)`;
  for (const { accountId } of accounts)
    await sql`insert into exchange_accounts (id, user_id, exchange, label, uid, environment, domain, masked_key, created_at, unlinked_at)
      values (${accountId}, 'owner', 'okx', 'main', ${accountId}, 'sandbox', 'sandbox', '', 0, 0)`;
  for (const bot of bots) await addBot(sql, rowOf(bot, startOf(swarm)));
}

async function addBot(sql: Sql, row: BotRow): Promise<void> {
  await sql`insert into bots (id, bot_number, user_id, account_id, instrument_id, name, direction, config, plan_summary, reserved_margin, idempotency_key, created_at)
    values (${row.botId}, ${row.botNumber}, 'owner', ${row.accountId}, ${row.instrumentId}, 'simulated', 'long', ${row.config}, '{}', 1, ${row.botId}, ${row.createdAt})`;
}
