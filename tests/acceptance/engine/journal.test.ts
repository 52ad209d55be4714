// Compares the journal in PostgreSQL with the journal in memory in whole runs of the simulation, in which processes are killed. Both
// journals must return equal results (decision 40).
import type { BotRow } from '@rondo/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { castOf, rowOf } from '../../simulation/world/cast.ts';
import { createMirror } from '../../simulation/world/journal-mirror.ts';
import { runSeed } from '../../simulation/run.ts';
import { drawSwarm } from '../../simulation/faults/swarm.ts';
import { startOf } from '../../simulation/world/world.ts';
import { sampleOf } from '../../sample.ts';

/** The runs of these seeds have kills and several bots, and some runs have manual trades and funding. A run takes some seconds, because it waits for every result of PostgreSQL. */
const seeds = ['9', '20', '26', '30'];
const boundMs = 80_000;

type Sql = ReturnType<TestDatabase['sql']>;

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

test.each(sampleOf(seeds, 2))(
  'the run of seed %s violates no invariant with the journal in PostgreSQL, and both journals return equal results',
  async (seed) => {
    const url = await database.createUrl();
    await addCast(database.sql(url), seed);
    const mirror = createMirror((nodeId) => database.openStore({ url, nodeId }));
    const { violations, fills, counts } = await runSeed(seed, { journalOf: mirror.journalOf });
    await mirror.close();
    expect(mirror.differences.slice(0, 3)).toEqual([]);
    expect(violations).toEqual([]);
    expect(mirror.compared()).toBeGreaterThan(50);
    // When a change of the code makes one of these expectations fail, replace the seed. A run without fills, kills or a second bot would not test the journal.
    expect(fills).toBeGreaterThan(0);
    expect(counts.faults.get('kill')).toBeGreaterThan(0);
    expect(castOf(drawSwarm(seed)).bots.length).toBeGreaterThan(1);
  },
  boundMs,
);

// Inserts the accounts and bots of the simulation. The accounts have no keys, because the simulation does not read its keys from the database.
async function addCast(sql: Sql, seed: string): Promise<void> {
  const { accounts, bots } = castOf(drawSwarm(seed));
  await sql`insert into users (id, email, username, name, level, role, has_granted, password_hash, created_at)
    values ('owner', 'owner@rondo.test', 'owner', 'Owner', 0, 'member', false, 'none', 0)`;
  for (const { accountId } of accounts)
    await sql`insert into exchange_accounts (id, user_id, exchange, label, uid, environment, domain, masked_key, created_at, unlinked_at)
      values (${accountId}, 'owner', 'okx', 'main', ${accountId}, 'sandbox', 'sandbox', '', 0, 0)`;
  for (const bot of bots) await addBot(sql, rowOf(bot, startOf(drawSwarm(seed))));
}

async function addBot(sql: Sql, row: BotRow): Promise<void> {
  await sql`insert into bots (id, bot_number, user_id, account_id, instrument_id, name, direction, config, plan_summary, reserved_margin, idempotency_key, created_at)
    values (${row.botId}, ${row.botNumber}, 'owner', ${row.accountId}, ${row.instrumentId}, 'simulated', 'long', ${row.config}, '{}', 1, ${row.botId}, ${row.createdAt})`;
}
