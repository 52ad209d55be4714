// Tests of the rounds of a bot, which are read from its log and its fills.
import type { BotLogRow } from '@rondo/engine/ports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BotRecord } from '@rondo/store';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { batch, createBot, fill, slotOfBot, startAt, view } from '@rondo/testkit/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

/** Returns a line of the log `after` ms after the start. */
const line = (
  bot: BotRecord,
  key: string,
  { after, ...parameters }: { readonly after: number } & Record<string, string | number>,
): BotLogRow => ({
  botId: bot.id,
  type: 'OTHER',
  messageKey: `bots.log.${key}`,
  parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
  at: startAt + after,
});

/** Returns an entry fill of a step of a round. */
const entry = (bot: BotRecord, id: string, { round, step }: { readonly round: number; readonly step: number }) => ({
  ...fill(bot, id),
  slot: slotOfBot(bot, { round, step }),
});

async function createBotWithRounds() {
  const store = await database.openStore();
  const bot = await createBot(store);
  const logs = [
    line(bot, 'roundOpened', { after: 0, round: 1, budget: '100' }),
    line(bot, 'cycleCompleted', { after: 1, round: 1, step: 3, cycle: 1, netPnl: '2' }),
    line(bot, 'cycleCompleted', { after: 2, round: 1, step: 3, cycle: 2, netPnl: '2' }),
    line(bot, 'roundCompleted', { after: 3, round: 1, reason: 'take_profit', netPnl: '12.000000000000000001' }),
    line(bot, 'roundOpened', { after: 4, round: 2, budget: '112' }),
    line(bot, 'roundCompleted', { after: 5, round: 2, reason: 'stop_loss', netPnl: '-4.5' }),
    line(bot, 'roundOpened', { after: 6, round: 3, budget: '107' }),
  ];
  const fills = [
    entry(bot, '1', { round: 1, step: 1 }),
    entry(bot, '2', { round: 1, step: 3 }),
    entry(bot, '3', { round: 3, step: 2 }),
  ];
  await store.journal.applyFacts(batch(bot, { logs, fills, views: [view(bot)] }));
  return { store, bot };
}

const first = {
  round: 1,
  openedAt: startAt,
  endedAt: startAt + 3,
  netPnl: '12.000000000000000001',
  endReason: 'take_profit',
  cycles: 2,
  deepestStep: 3,
};
const second = {
  round: 2,
  openedAt: startAt + 4,
  endedAt: startAt + 5,
  netPnl: '-4.5',
  endReason: 'stop_loss',
  cycles: 0,
  deepestStep: 0,
};

test('the rounds that have ended are read page by page, the newest first, and the running round is not one of them', async () => {
  const { store, bot } = await createBotWithRounds();
  expect(await store.bots.rounds(bot.id, { limit: 9, offset: 0 })).toEqual({ rounds: [second, first], total: 2 });
  expect(await store.bots.rounds(bot.id, { limit: 1, offset: 1 })).toEqual({ rounds: [first], total: 2 });
  expect(await store.bots.rounds('another bot', { limit: 9, offset: 0 })).toEqual({ rounds: [], total: 0 });
});

test('the result of a round that was liquidated is the result of the bot less the rounds before it', async () => {
  const { store, bot } = await createBotWithRounds();
  const end = line(bot, 'liquidated', { after: 9, round: 3, netPnl: '-100' });
  await store.journal.applyFacts(batch(bot, { logs: [end] }));
  const { rounds, total } = await store.bots.rounds(bot.id, { limit: 1, offset: 0 });
  expect(total).toBe(3);
  expect(rounds).toEqual([
    {
      round: 3,
      openedAt: startAt + 6,
      endedAt: startAt + 9,
      netPnl: '-107.500000000000000001',
      endReason: 'liquidated',
      cycles: 0,
      deepestStep: 2,
    },
  ]);
});
