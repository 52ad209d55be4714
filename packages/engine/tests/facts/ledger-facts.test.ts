// Tests of fills and bills: each of them is applied once, to the bot that owns it.
import { decimal, lots, ticks } from '@rondo/decimal';
import { botRunning, fakeVenueCodes } from '@rondo/testkit';
import { expect, test } from 'vitest';
import {
  billOf,
  botRow,
  desiredEntry,
  endedOrder,
  factsAt,
  fillOf,
  keyedHash,
  liveOrder,
  memoryWithBot,
  slotOf,
  smallLadder,
} from '../builders.ts';
import { outsideFillsMax, rememberedFactsMax } from '../../src/limits.ts';
import { frozenRow, type FrozenBot } from '../../src/memory/frozen-bot.ts';
import { clientOrderId } from '../../src/orders/client-order-id.ts';
import type { BillReport } from '../../src/ports/index.ts';
import { applyBills, applyFills, noteOutsideFill, remember } from '../../src/facts/ledger-facts.ts';

const createdAt = 500;
const units = { tickSz: null, lotSz: null };

function openWorld() {
  const { memory, bot } = memoryWithBot(0);
  const order = liveOrder(desiredEntry);
  memory.orders.set(order.clientId, order);
  memory.isSnapshotWanted = false;
  return { memory, bot, order, facts: factsAt(memory, 10) };
}

test('a fill of an order of a bot is stored with its slot, is reported to the bot, and makes a new reading due', () => {
  const { memory, order, facts } = openWorld();
  const fill = fillOf(order.clientId, 'f1', { fee: decimal('0.3'), at: 900 });
  applyFills(facts, [fill, fill]);
  expect(facts.batch.fills).toEqual([{ ...fill, botId: 'bot', slot: order.slot, ...units }]);
  const [event] = facts.batch.events;
  expect(event?.key).toBe('fill:ETH-USDT-SWAP:f1');
  expect(JSON.parse(event?.body ?? '')).toMatchObject({
    kind: 'fill',
    slot: { kind: 'entry', round: 1, step: 2 },
    generation: 0,
    liquidity: 'maker',
    fillId: 'f1',
    at: 900,
  });
  expect(order).toMatchObject({
    reportedLots: 10n,
    filledLots: 10n,
    state: 'partiallyFilled',
    lookups: { isDue: false },
  });
  expect(memory.isSnapshotWanted).toBe(true);
});

test('when the fills of an order reach its size, the order is looked up, because an amend may have changed the size', () => {
  const { order, facts } = openWorld();
  order.lookups = { isDue: false, lastAt: 3, notFoundAt: [] };
  applyFills(facts, [fillOf(order.clientId, 'f1', { lots: lots(99n) })]);
  expect(order.lookups.isDue).toBe(false);
  applyFills(facts, [fillOf(order.clientId, 'f2', { lots: lots(1n) })]);
  expect(order.lookups).toEqual({ isDue: true, lastAt: 3, notFoundAt: [] });
});

test('a fill does not reduce a filled size that the exchange has shown before', () => {
  const { order, facts } = openWorld();
  order.filledLots = 30n;
  applyFills(facts, [fillOf(order.clientId, 'f1')]);
  expect([order.filledLots, order.reportedLots]).toEqual([30n, 10n]);
});

test('a late fill of a finished order increases the filled and the reported size of its record', () => {
  const { memory, facts } = openWorld();
  const ended = endedOrder(desiredEntry, 'cancelled');
  memory.orders.set(ended.clientId, ended);
  applyFills(facts, [fillOf(ended.clientId, 'f1')]);
  expect(memory.orders.get(ended.clientId)).toEqual({ ...ended, reportedLots: 10n, filledLots: 10n, factAt: 10 });
  expect(ended.reportedLots).toBe(0n);
});

test('a fill of an order without a record is reported to the bot', () => {
  const { memory, order, facts } = openWorld();
  memory.orders.clear();
  applyFills(facts, [fillOf(order.clientId, 'f1')]);
  expect(facts.batch.events).toHaveLength(1);
});

test('a fill that the bot has received before changes neither the bot nor the order', () => {
  const { bot, order, facts } = openWorld();
  bot.keys.add('fill:ETH-USDT-SWAP:f1');
  applyFills(facts, [fillOf(order.clientId, 'f1')]);
  expect([facts.batch.events, order.reportedLots]).toEqual([[], 0n]);
});

test('a fill from outside since the creation of the bot is stored without a bot and is kept for the bot on its instrument', () => {
  const { bot, facts } = openWorld();
  const fill = fillOf('', 'f1', { at: createdAt });
  applyFills(facts, [fill]);
  expect(facts.batch.fills).toEqual([{ ...fill, botId: null, slot: null, ...units }]);
  const { price, lots: size, fee, kind, side, at } = fill;
  expect(bot.outsideFills).toEqual([{ price, lots: size, fee, kind, side, at }]);
  expect(bot.lastFactAt).toBe(10);
});

test('a fill from before the creation of the bot and a fill on another instrument are stored, and the bot does not get them', () => {
  const { bot, facts } = openWorld();
  const others = [fillOf('', 'f1', { at: createdAt - 1 }), fillOf('', 'f2', { instrumentId: 'BTC-USDT-SWAP' })];
  applyFills(facts, others);
  expect(facts.batch.fills).toEqual(others.map((fill) => ({ ...fill, botId: null, slot: null, ...units })));
  expect([bot.outsideFills, bot.lastFactAt]).toEqual([[], 0]);
});

test.each<readonly [string, FrozenBot['market']]>([
  ['with a readable market', smallLadder],
  ['without a readable market', null],
])('a fill of a frozen bot %s is stored for the bot and has no event', (_case, market) => {
  const { memory, facts } = openWorld();
  memory.bots.clear();
  memory.frozen.set('bot', { ...frozenRow(botRow(), ''), market });
  const fill = fillOf(clientOrderId(slotOf(desiredEntry), keyedHash), 'f1');
  applyFills(facts, [fill]);
  expect(facts.batch.fills).toEqual([{ ...fill, botId: 'bot', slot: slotOf(desiredEntry), ...units }]);
  expect(facts.batch.events).toEqual([]);
});

test('the oldest keys are forgotten when more than `rememberedFactsMax` keys are known', () => {
  const known = new Set<string>();
  for (let count = 0; count <= rememberedFactsMax; count += 1) remember(known, String(count));
  expect([known.size, known.has('0'), known.has('1')]).toEqual([rememberedFactsMax, false, true]);
});

test('a fill from outside belongs to the bot in net mode and on the side of the bot, and at most `outsideFillsMax` fills are kept', () => {
  const { bot } = openWorld();
  for (const positionSide of ['net', 'long', 'short'] as const)
    noteOutsideFill(bot, fillOf('', positionSide, { positionSide, price: ticks(1n) }));
  expect(bot.outsideFills).toHaveLength(2);
  for (let count = 0; count < outsideFillsMax; count += 1) noteOutsideFill(bot, fillOf('', String(count)));
  expect(bot.outsideFills).toHaveLength(outsideFillsMax);
  expect(bot.outsideFills[0]?.price).toBe(200_000n);
});

function applied(rows: readonly BillReport[], cursor: string | null = null) {
  const world = openWorld();
  world.bot.state = { ...botRunning(), config: world.bot.config };
  applyBills(world.facts, { rows, cursor, next: null, unreadable: [] });
  const bills = world.facts.batch.bills.map(({ billId, botId }) => [billId, botId]);
  const events = world.facts.batch.events.map(({ key, body }) => [key, JSON.parse(body) as unknown]);
  return { ...world, bills, events };
}

test('a funding bill since the creation of the bot is stored once for the bot and is reported to the bot', () => {
  const { bills, events } = applied([billOf('1'), billOf('1')]);
  expect(bills).toEqual([['1', 'bot']]);
  expect(events).toMatchObject([['bill:1', { kind: 'funding' }]]);
});

test('a bill from before the creation of the bot, and a bill on another instrument, are stored without a bot', () => {
  const early = billOf('1', { at: createdAt - 1 });
  const other = billOf('2', { instrumentId: 'BTC-USDT-SWAP' });
  const transfer = billOf('3', { kind: 'transfer' });
  const { bills, events } = applied([early, other, transfer]);
  expect(bills).toEqual([
    ['1', null],
    ['2', null],
    ['3', null],
  ]);
  expect(events).toEqual([]);
});

test('a bill with the client id of the bot is stored for the bot and has no event', () => {
  const { bills, events } = applied([
    billOf('1', { kind: 'trade', clientId: clientOrderId(slotOf(desiredEntry), keyedHash) }),
  ]);
  expect([bills, events]).toEqual([[['1', 'bot']], []]);
});

test.each(['liquidation', 'adl'] as const)(
  'a bill of the kind %s on the side of the bot is stored for the bot, and one that closes the other side of the hedge is not',
  (kind) => {
    const { bills, events } = applied([
      billOf('1', { kind, closes: 'long' }),
      billOf('2', { kind, closes: 'short' }),
      billOf('3', { kind, closes: 'long', instrumentId: 'BTC-USDT-SWAP' }),
    ]);
    expect(bills).toEqual([
      ['1', 'bot'],
      ['2', null],
      ['3', null],
    ]);
    expect(events).toEqual([]);
  },
);

test('a settlement on the side of the bot ends the bot, and a settlement on the other side does not', () => {
  const settlement = { direction: 'long', price: decimal('2000'), size: decimal('1') } as const;
  const long = applied([billOf('1', { kind: 'settlement', settlement })]);
  expect(long.events).toMatchObject([['bill:1', { kind: 'expired' }]]);
  const short = applied([billOf('1', { kind: 'settlement', settlement: { ...settlement, direction: 'short' } })]);
  expect([short.bills, short.events]).toEqual([[['1', 'bot']], []]);
  const early = applied([billOf('1', { kind: 'settlement', settlement, at: createdAt - 1 })]);
  expect([early.bills, early.events]).toEqual([[['1', null]], []]);
});

test('the bill cursor moves to the later cursor, and a page without a cursor does not move it', () => {
  const [early, late] = [fakeVenueCodes.cursorOf(1), fakeVenueCodes.cursorOf(2)];
  const { facts } = applied([], late);
  expect(facts.batch.billCursor).toBe(late);
  for (const cursor of [early, null]) applyBills(facts, { rows: [], cursor, next: null, unreadable: [] });
  expect(facts.batch.billCursor).toBe(late);
});
