// Tests how many rows the statement of facts reads when the account has many older rows.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batch, createBot, event, intent, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { applyFacts } from '../../src/journal/facts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const older = 2_000;

test('a transaction of facts reads only the rows of its keys, also when its plan was made before the account had 2,000 intents and the bot 2,000 events', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url, nodeId: 'a' });
  const bot = await createBot(store);
  const epoch = (await store.journal.acquire(bot.accountId, 600_000))?.epoch ?? 0n;
  const sql = await database.sql(url).reserve();
  const [lease] = await sql`select node_id from leases`;
  const storeFill = async (position: number): Promise<void> => {
    const { isFenced } = await applyFacts(
      sql,
      String(lease?.['node_id']),
      batch(bot, {
        epoch,
        events: [event(bot, position)],
        intents: position === 1 ? [] : [{ id: `${position - 1}/p`, state: 'live', evidence: 'acked' }],
        commands: [intent(bot, epoch, { id: `${position}/p`, clientId: `c${position}`, payloadHash: `h${position}` })],
      }),
    );
    expect(isFenced).toBe(false);
  };
  const rowsRead = async (): Promise<number> => {
    await sql`select pg_stat_force_next_flush()`;
    const [row] = await sql`
      select (select sum(seq_tup_read) from pg_stat_user_tables where relname in ('intents', 'bot_events'))
        + (select sum(idx_tup_read) from pg_stat_user_indexes where relname in ('intents', 'bot_events')) as read`;
    return Number(row?.['read']);
  };
  // The database chooses the plan that it keeps after five executions.
  for (let position = 1; position <= 10; position += 1) await storeFill(position);
  await sql`
    insert into bot_events (bot_id, position, key, body, at)
    select bot_id, n, 'older ' || n, body, at from bot_events, generate_series(11, ${older}::int) n where position = 1`;
  await sql`
    insert into intents (account_id, epoch, id, bot_id, bot_number, round, kind, step, generation, client_id, verb, payload, payload_hash, deadline_at, state, evidence, sent_at)
    select account_id, epoch, n || '/p', bot_id, bot_number, round, kind, step, generation, 'c' || n, verb, payload, 'h' || n, deadline_at, state, evidence, sent_at
    from intents, generate_series(11, ${older}::int) n where id = '1/p'`;
  const before = await rowsRead();
  await storeFill(older + 1);
  expect((await rowsRead()) - before).toBeLessThan(50);
  sql.release();
});
