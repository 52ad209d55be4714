// Tests of the history and of the leaderboard for real and simulated bots.
import { decimal } from '@rondo/decimal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SimulatedHistoryRow } from '@rondo/store';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { batch, createAccount, createBot, createUser, startAt, view } from '@rondo/testkit/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const dayMs = 24 * 60 * 60 * 1_000;

function simulated(userId: string, botId: string, changes: Partial<SimulatedHistoryRow> = {}): SimulatedHistoryRow {
  return {
    botId,
    userId,
    instrumentId: 'XRP-USDT-SWAP',
    name: 'past',
    direction: 'short',
    config: '{}',
    planSummary: '{}',
    netPnl: '10.000000000000000001',
    rounds: 3,
    cycles: 5,
    endReason: 'stopped',
    startedAt: startAt,
    endedAt: startAt + 2 * dayMs,
    fills: '[{"price":"0.5"}]',
    ...changes,
  };
}

test('simulated rows are stored once and listed page by page, and their totals are exact', async () => {
  const store = await database.openStore();
  const userId = await createUser(store);
  const rows = ['a', 'b', 'c'].map((id, index) =>
    simulated(userId, id, {
      endedAt: startAt + (index + 1) * dayMs,
      netPnl: index === 1 ? '-4.5' : '10.000000000000000001',
    }),
  );
  expect(await store.history.insertSimulated(rows)).toEqual({ inserted: 3 });
  expect(await store.history.insertSimulated(rows)).toEqual({ inserted: 0 });
  const range = { userId, fromAt: startAt, toAt: startAt + 4 * dayMs };
  const page = await store.history.list({ ...range, limit: 2, offset: 0 });
  expect(page.map((row) => [row.botId, row.isSimulated])).toEqual([
    ['c', true],
    ['b', true],
  ]);
  expect(await store.history.totals(range)).toEqual({
    count: 3,
    netPnl: '15.500000000000000002',
    won: 2,
    lost: 1,
    kept: 0,
    rounds: 9,
    cycles: 15,
    worst: { name: 'past', netPnl: '-4.5' },
  });
  const inRange = await store.history.list({
    userId,
    fromAt: startAt + dayMs,
    toAt: startAt + 2 * dayMs,
    limit: 10,
    offset: 0,
  });
  expect(inRange.map((row) => row.botId)).toEqual(['a']);
  expect(await store.history.simulatedFills('a')).toBe('[{"price":"0.5"}]');
  expect(await store.history.find('another person', 'a')).toBeNull();
});

test('the totals cover the bots that are on no page, and a bot whose position was kept is neither won nor lost nor the worst', async () => {
  const store = await database.openStore();
  const userId = await createUser(store, 'totals@rondo.test');
  const rows = Array.from({ length: 501 }, (_, index) =>
    simulated(userId, `bot ${index}`, { netPnl: '1', rounds: 2, cycles: 1, name: `bot ${index}` }),
  );
  await store.history.insertSimulated([
    ...rows,
    simulated(userId, 'kept', { netPnl: '-900', endReason: 'stopped_left_open', name: 'kept' }),
    simulated(userId, 'old', { netPnl: '-7', endedAt: startAt + dayMs, name: 'old' }),
    simulated(userId, 'zero', { netPnl: '0', name: 'zero' }),
  ]);
  const range = { userId, fromAt: startAt, toAt: startAt + 4 * dayMs };
  expect(await store.history.list({ ...range, limit: 500, offset: 0 })).toHaveLength(500);
  expect(await store.history.totals(range)).toEqual({
    count: 504,
    netPnl: '-406',
    won: 501,
    lost: 1,
    kept: 1,
    rounds: 501 * 2 + 3 * 3,
    cycles: 501 + 3 * 5,
    worst: { name: 'old', netPnl: '-7' },
  });
  const empty = { count: 0, netPnl: '0', won: 0, lost: 0, kept: 0, rounds: 0, cycles: 0, worst: null };
  expect(await store.history.totals({ ...range, toAt: startAt })).toEqual(empty);
});

test('the deepest step is the largest step of an entry fill, or 0 without entry fills', async () => {
  const store = await database.openStore();
  const userId = await createUser(store, 'deep@rondo.test');
  const fill = (kind: string, step: number) => ({ kind, step });
  const fills = JSON.stringify([fill('entry', 1), fill('entry', 3), fill('takeProfit', 4), fill('entry', 2)]);
  await store.history.insertSimulated([
    simulated(userId, 'deep', { fills }),
    simulated(userId, 'flat', { fills: '[]', endedAt: startAt + dayMs }),
  ]);
  const rows = await store.history.list({
    userId,
    fromAt: startAt,
    toAt: startAt + 4 * dayMs,
    limit: 9,
    offset: 0,
  });
  expect(rows.map((row) => [row.botId, row.deepestStep])).toEqual([
    ['deep', 3],
    ['flat', 0],
  ]);
});

test('an erased person is not on the leaderboard but is still counted in the number of accounts', async () => {
  const store = await database.openStore();
  const gone = await createUser(store, 'gone@rondo.test');
  await store.history.insertSimulated([simulated(gone, 'gone')]);
  const span = { sinceAt: startAt - 30 * dayMs, untilAt: startAt + 30 * dayMs };
  expect(await store.history.leaderboard({ ...span, limit: 5 })).toMatchObject([{ email: 'gone@rondo.test' }]);
  expect(await store.users.erase(gone, startAt)).toMatchObject({ ok: true });
  expect(await store.history.leaderboard({ ...span, limit: 5 })).toEqual([]);
  expect(await store.history.standing({ ...span, bars: 10 })).toMatchObject({ accounts: 1 });
});

test('the leaderboard sums simulated results and real bills, and counts the days with a running bot', async () => {
  const store = await database.openStore();
  const past = await createUser(store, 'past@rondo.test');
  await createUser(store, 'idle@rondo.test');
  await store.history.insertSimulated([
    simulated(past, 'a'),
    simulated(past, 'old', { startedAt: startAt - 60 * dayMs, endedAt: startAt - 40 * dayMs, netPnl: '999' }),
  ]);
  const bot = await createBot(store, { now: startAt + dayMs });
  const bill = {
    instrumentId: bot.instrumentId,
    clientId: '',
    fillId: '',
    kind: 'trade' as const,
    pnl: decimal('0'),
    fee: decimal('0'),
    botId: bot.id,
  };
  await store.journal.applyFacts(
    batch(bot, {
      bills: [
        { ...bill, billId: '1', balanceChange: decimal('12.75'), at: startAt + dayMs },
        { ...bill, billId: '2', balanceChange: decimal('-0.5'), at: startAt + 2 * dayMs },
        { ...bill, billId: '3', balanceChange: decimal('5000'), kind: 'transfer', at: startAt + 2 * dayMs },
      ],
      views: [view(bot, { round: 4 })],
    }),
  );
  const board = await store.history.leaderboard({ sinceAt: startAt, untilAt: startAt + 3 * dayMs, limit: 5 });
  expect(
    board.map((row) => ({
      email: row.email,
      netProfit: row.netProfit,
      activeDays: row.activeDays,
      activeBots: row.activeBots,
      instrumentIds: row.instrumentIds,
    })),
  ).toEqual([
    {
      email: 'ada@rondo.test',
      netProfit: '12.25',
      activeDays: 2,
      activeBots: [{ instrumentId: 'ETH-USDT-SWAP', round: 4 }],
      instrumentIds: ['ETH-USDT-SWAP'],
    },
    {
      email: 'past@rondo.test',
      netProfit: '10.000000000000000001',
      activeDays: 3,
      activeBots: [],
      instrumentIds: ['XRP-USDT-SWAP'],
    },
  ]);
});

test('the rounds of a finished bot are its completed rounds, and a round that was stopped before its end is not counted', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const state = JSON.stringify({ version: 1, state: { roundsOpened: 3, roundsCompleted: 2 } });
  const ended = view(bot, { status: 'completed', round: 3, state, endedAt: startAt + 99 });
  await store.journal.applyFacts(batch(bot, { views: [ended] }));
  expect(await store.history.find(bot.userId, bot.id)).toMatchObject({ rounds: 2 });
});

test('a finished bot whose stored state is not JSON is in the history with the number of its last round', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const ended = view(bot, { status: 'completed', round: 3, state: '{', endedAt: startAt + 99 });
  await store.journal.applyFacts(batch(bot, { views: [ended] }));
  expect(await store.history.find(bot.userId, bot.id)).toMatchObject({ rounds: 3 });
});

test('a profit on the leaderboard is simulated when a part of it is not of an account with real money', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const sql = database.sql(url);
  const earn = async (name: string, environment: 'live' | 'demo', balanceChange: string): Promise<string> => {
    const userId = await createUser(store, `${name}@rondo.test`);
    const accountId = await createAccount(store, userId, name);
    await sql`update exchange_accounts set environment = ${environment} where id = ${accountId}`;
    const bot = await createBot(store, { userId, accountId, idempotencyKey: name });
    const amounts = { balanceChange: decimal(balanceChange), pnl: decimal('0'), fee: decimal('0') };
    const facts = { instrumentId: bot.instrumentId, clientId: '', fillId: '', kind: 'trade', botId: bot.id } as const;
    await store.journal.applyFacts(batch(bot, { bills: [{ ...facts, ...amounts, billId: name, at: startAt }] }));
    return userId;
  };
  await earn('real', 'live', '30');
  await earn('demo', 'demo', '20');
  await store.history.insertSimulated([simulated(await earn('mixed', 'live', '1'), 'a', { netPnl: '5' })]);
  const board = await store.history.leaderboard({ sinceAt: startAt, untilAt: startAt + 3 * dayMs, limit: 5 });
  expect(board.map(({ netProfit, isSimulated }) => [netProfit, isSimulated])).toEqual([
    ['30', false],
    ['20', true],
    ['6', true],
  ]);
});
