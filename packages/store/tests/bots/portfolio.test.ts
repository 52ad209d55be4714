// Tests of the portfolio: the results of all bots of a person together, by days, and what is booked for the running bots.
import { decimal } from '@rondo/decimal';
import type { BillReport } from '@rondo/engine/ports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BotRecord, Store } from '@rondo/store';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { batch, createAccount, createBot, createUser, startAt, view } from '@rondo/testkit/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const dayMs = 24 * 60 * 60 * 1_000;

/** Returns a bill of a bot. */
const bill = (bot: BotRecord, billId: string, changes: { amount: string; at: number; kind?: BillReport['kind'] }) => ({
  billId,
  instrumentId: bot.instrumentId,
  clientId: '',
  fillId: '',
  kind: changes.kind ?? ('trade' as const),
  balanceChange: decimal(changes.amount),
  pnl: decimal('0'),
  fee: decimal('0'),
  at: changes.at,
  botId: bot.id,
});

/** Creates a person with a finished bot and a running bot, which share their first day. */
async function createTwoBots(store: Store) {
  const userId = await createUser(store);
  const accountId = await createAccount(store, userId);
  const ended = await createBot(store, { userId, accountId });
  await store.journal.applyFacts(
    batch(ended, {
      bills: [
        bill(ended, '1', { amount: '-0.000000000000000001', at: startAt }),
        bill(ended, '2', { amount: '7.5', at: startAt + dayMs - 1 }),
        bill(ended, '3', { amount: '500', at: startAt + 1, kind: 'transfer' }),
      ],
      views: [view(ended, { status: 'completed', endedAt: startAt + dayMs })],
    }),
  );
  const running = await createBot(store, { userId, accountId, instrumentId: 'BTC-USDT-SWAP', idempotencyKey: 'key-2' });
  await store.journal.applyFacts(
    batch(running, {
      bills: [
        bill(running, '4', { amount: '-3.25', at: startAt + 2 }),
        bill(running, '5', { amount: '-0.5', at: startAt + 2 * dayMs, kind: 'funding' }),
        bill(running, '6', { amount: '20', at: startAt + 3 * dayMs }),
        bill(running, '7', { amount: '900', at: startAt + 3 * dayMs, kind: 'transfer' }),
      ],
      views: [view(running)],
    }),
  );
  return { userId, accountId, running };
}

test('the bills of all bots are summed exactly by UTC days within the range, and each running bot has the sum of all its bills', async () => {
  const store = await database.openStore();
  const { userId, running } = await createTwoBots(store);
  const all = await store.history.portfolio({ userId, fromAt: startAt, toAt: startAt + 4 * dayMs });
  expect(all.days).toEqual([
    { dayAt: startAt, realised: '4.249999999999999999' },
    { dayAt: startAt + 2 * dayMs, realised: '-0.5' },
    { dayAt: startAt + 3 * dayMs, realised: '20' },
  ]);
  expect(all.running).toEqual([{ botId: running.id, booked: '16.25' }]);
  const part = await store.history.portfolio({ userId, fromAt: startAt + dayMs, toAt: startAt + 3 * dayMs });
  expect(part.days).toEqual([{ dayAt: startAt + 2 * dayMs, realised: '-0.5' }]);
  expect(part.running).toEqual(all.running);
});

test('the portfolio has no results of another person, and a bot of the demo world counts on the day of its end', async () => {
  const store = await database.openStore();
  await createTwoBots(store);
  const other = await createUser(store, 'other@rondo.test');
  const demo = {
    botId: 'demo',
    userId: other,
    instrumentId: 'XRP-USDT-SWAP',
    name: 'past',
    direction: 'short' as const,
  };
  const result = { netPnl: '10.000000000000000001', rounds: 3, cycles: 5, endReason: 'stopped' };
  const times = { startedAt: startAt, endedAt: startAt + dayMs + 5 };
  await store.history.insertSimulated([{ ...demo, ...result, ...times, config: '{}', planSummary: '{}', fills: '[]' }]);
  expect(await store.history.portfolio({ userId: other, fromAt: startAt, toAt: startAt + 4 * dayMs })).toEqual({
    days: [{ dayAt: startAt + dayMs, realised: '10.000000000000000001' }],
    running: [],
  });
});

test('a running bot without bills has nothing booked', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  expect(await store.history.portfolio({ userId: bot.userId, fromAt: startAt, toAt: startAt + dayMs })).toEqual({
    days: [],
    running: [{ botId: bot.id, booked: '0' }],
  });
});
