// Tests of checkpoints with a real PostgreSQL: the two newest are stored, a restart reads only the rows after the newest,
// and a batch with an event that is already stored at another position has no effect.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batch, createBot, event, fill, intent, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { sampleOf } from '../../../../tests/sample.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const options = { foldVersion: 1, events: 3, keys: 2 };

function checkpoint(botId: string, position: number, foldVersion = 1) {
  return { botId, position, foldVersion, body: `body ${position}`, hash: `hash ${position}` };
}

test('a restart loads the newest checkpoint of its version with the keys before it and the first events after it', async () => {
  const url = await database.createUrl();
  const { journal } = await database.openStore({ url });
  const bot = await createBot(await database.openStore({ url }));
  const events = Array.from({ length: 9 }, (_, index) => event(bot, index + 1));
  for (const position of [2, 4, 5])
    await journal.applyFacts(
      batch(bot, {
        events: events.slice(position === 2 ? 0 : position === 4 ? 2 : 4, position),
        checkpoints: [checkpoint(bot.id, position)],
      }),
    );
  await journal.applyFacts(batch(bot, { events: events.slice(5) }));
  const [loaded] = (await journal.load(bot.accountId, options)).bots;
  expect(loaded).toMatchObject({
    checkpoint: checkpoint(bot.id, 5),
    recentKeys: [events[3]?.key, events[4]?.key],
    events: events.slice(5, 8),
    lastPosition: 9,
  });
  expect(await journal.readEvents(bot.id, { after: 7, upTo: 9, limit: 5 })).toEqual(events.slice(7));
  const rows = await database.sql(url)`select position from bot_checkpoints order by position`;
  expect(rows.map((row) => row['position'])).toEqual([4, 5]);
  const other = (await journal.load(bot.accountId, { ...options, foldVersion: 2 })).bots[0];
  expect([other?.checkpoint, other?.events, other?.recentKeys]).toEqual([null, events.slice(0, 3), []]);
  await journal.dropCheckpoints(bot.id);
  expect((await journal.load(bot.accountId, options)).bots[0]?.checkpoint).toBeNull();
});

test('a batch with an event that is stored at another position is not stored, and the result names the event', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const first = event(bot, 1);
  await store.journal.applyFacts(batch(bot, { events: [first, event(bot, 2)] }));
  const again = { ...first, position: 3 };
  const result = await store.journal.applyFacts(
    batch(bot, { fills: [fill(bot, '7')], events: [again, event(bot, 4)] }),
  );
  const knownEvents = [{ botId: bot.id, key: first.key }];
  expect(result).toEqual({ newFillIds: [], isFenced: false, knownEvents, alteredEvent: null });
  const loaded = await store.journal.load(bot.accountId, options);
  expect([loaded.bots[0]?.lastPosition, loaded.unappliedFills]).toEqual([2, []]);
});

test('a fill without an event is loaded when it arrived after the checkpoint, and the fills of open orders are loaded when they have events', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const epoch = (await store.journal.acquire(bot.accountId, 60_000))?.epoch ?? 0n;
  await store.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch)]);
  const { clientId } = intent(bot, epoch);
  const [applied, late] = [fill(bot, '7', { clientId }), fill(bot, '8', { clientId })];
  const key = `fill:${applied.instrumentId}:${applied.fillId}`;
  const events = [{ ...event(bot, 1), key }];
  await store.journal.applyFacts(batch(bot, { fills: [applied], events, checkpoints: [checkpoint(bot.id, 1)] }));
  await store.journal.applyFacts(batch(bot, { fills: [late] }));
  const loaded = await store.journal.load(bot.accountId, options);
  expect(loaded.unappliedFills.map(({ fillId }) => fillId)).toEqual([late.fillId]);
  expect(loaded.reportedFills.map(({ fillId }) => fillId)).toEqual([applied.fillId]);
});

test.each(sampleOf([20_000, 1_000_000], 1))(
  'the data of a bot with %i events and as many fills and intents are loaded in less than 100 ms',
  async (age) => {
    const url = await database.createUrl();
    const store = await database.openStore({ url });
    const bot = await createBot(store);
    const sql = database.sql(url);
    const { accountId, id, instrumentId, botNumber } = bot;
    await sql`insert into bot_events (bot_id, position, key, body, at)
      select ${id}, n, 'fill:' || ${instrumentId} || ':' || n, '{}', n from generate_series(1, ${age}::int) n`;
    await sql`insert into fills (account_id, instrument_id, fill_id, venue_order_id, client_id, side, position_side, price_ticks, lots, fee, liquidity, kind, bill_id, at,
        bot_id, slot_bot_number, slot_round, slot_kind, slot_step, slot_generation)
      select ${accountId}, ${instrumentId}, n::text, n::text, 'c' || n, 'buy', 'net', 1, 1, 0, 'maker', 'trade', n::text, ${bot.createdAt}::bigint + n, ${id}, ${botNumber}, n, 'entry', 1, 0
      from generate_series(1, ${age}::int) n`;
    await sql`insert into intents (id, account_id, bot_id, bot_number, round, kind, step, generation, client_id, verb, payload, payload_hash, deadline_at, epoch, state, evidence, sent_at)
      select 'c' || n || '/1p', ${accountId}, ${id}, ${botNumber}, n, 'entry', 1, 0, 'c' || n, 'place', '{}', '', 0, 1, case when n > ${age - 10} then 'live' else 'filled' end, '', n
      from generate_series(1, ${age}::int) n`;
    await sql`insert into bot_checkpoints (bot_id, position, fold_version, body, hash, fill_sequence)
      select ${id}, ${age - 255}, 1, repeat('x', 3000), '', max(sequence) from fills`;
    await sql`analyze`;
    const times: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const startedAt = performance.now();
      const loaded = await store.journal.load(accountId, { foldVersion: 1, events: 500, keys: 2_000 });
      times.push(performance.now() - startedAt);
      expect([loaded.bots[0]?.events.length, loaded.reportedFills.length, loaded.unappliedFills]).toEqual([
        255,
        10,
        [],
      ]);
    }
    process.stdout.write(`load of ${age} events: ${times.map((ms) => ms.toFixed(1)).join(', ')} ms\n`);
    expect(Math.min(...times)).toBeLessThan(100);
  },
);
