// Tests of fills and bills: each of them is applied once, to the bot that owns it.
import { decimal, lots, ticks } from '@rondo/decimal';
import { desiredOrders, openSize, type DesiredOrder, type SlotKind } from '@rondo/strategy';
import { botConfig, botRunning, fakeVenueCodes, StrategyDriver } from '@rondo/testkit';
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
import { applyBills, applyFills, applyPushedFill, noteOutsideFill, remember } from '../../src/facts/ledger-facts.ts';

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

/** Returns a bot whose first step has filled, as a restore of a backup returns it: the journal has no record of its later orders. */
function openRestored() {
  const { memory, bot } = memoryWithBot(0, botConfig());
  bot.state = botRunning();
  bot.desired = desiredOrders(bot.state);
  const find = (kind: SlotKind, step: number): DesiredOrder => {
    const found = bot.desired.find(({ slot }) => slot.kind === kind && slot.step === step);
    if (found === undefined) throw new Error(`The bot does not want the order ${kind} ${step}.`);
    return found;
  };
  /** The client id that the lost instance gave to an order of the first round. */
  const lostId = (kind: SlotKind, step: number): string =>
    clientOrderId({ botId: 'bot', botNumber: 7, round: 1, kind, step, generation: 0 }, keyedHash, 'lost');
  return { memory, bot, find, lostId, facts: factsAt(memory, 10) };
}

test('an order without a record ends with its fills, so the next order of its slot has another generation and only the missing lots', () => {
  const { find, lostId, facts } = openRestored();
  const { lots: planned } = find('entry', 2);
  const clientId = lostId('entry', 2);
  applyFills(facts, [fillOf(clientId, 'f1'), fillOf(clientId, 'f2', { lots: lots(20n) })]);
  expect(find('entry', 2)).toMatchObject({ generation: 1, lots: planned - 30n });
  applyFills(facts, [fillOf(clientId, 'f3')]);
  expect(find('entry', 2)).toMatchObject({ generation: 1, lots: planned - 40n });
  const ids = ['fill:ETH-USDT-SWAP:f1', 'fill:ETH-USDT-SWAP:f2', `end:${clientId}:own`, 'fill:ETH-USDT-SWAP:f3'];
  expect(facts.batch.events.map(({ key }) => key)).toEqual(ids);
});

test('the ladder is planned from all fills of the first order of a round when the order has no record', () => {
  const plan = (hasRecord: boolean) => {
    const { memory, bot, lostId } = openRestored();
    bot.state = new StrategyDriver(botConfig(), 200_000n).start().state;
    const [opening] = desiredOrders(bot.state);
    if (opening === undefined) throw new Error('The bot wants no order.');
    const clientId = hasRecord ? liveOrder(opening).clientId : lostId('entry', 1);
    if (hasRecord) memory.orders.set(clientId, liveOrder(opening));
    const rest = lots(opening.lots - 10n);
    const parts = [fillOf(clientId, 'f1'), fillOf(clientId, 'f2', { price: ticks(200_100n), lots: rest })];
    applyFills(factsAt(memory, 10), parts);
    return bot.state.round?.plan ?? null;
  };
  expect(plan(false)).not.toBeNull();
  expect(plan(false)).toEqual(plan(true));
});

test('before the first reading of the fills, a pushed exit of an order without a record waits for this reading, which has its entry', () => {
  const { memory, bot, lostId, facts } = openRestored();
  const open = openSize(bot.state);
  const entry = fillOf(lostId('entry', 4), 'f1');
  const exit = fillOf(lostId('takeProfit', 4), 'f2', { side: 'sell', price: ticks(210_000n) });
  memory.isSnapshotWanted = false;
  applyPushedFill(facts, exit);
  expect([facts.batch.events, memory.isSnapshotWanted]).toEqual([[], true]);
  applyFills(facts, [entry, exit]);
  expect([openSize(bot.state), bot.state.cyclesCompleted]).toEqual([open, 1]);
  memory.fillsReadAt = 10;
  applyPushedFill(facts, { ...exit, fillId: 'f3' });
  expect(facts.batch.events.at(-1)?.key).toBe('fill:ETH-USDT-SWAP:f3');
});

test.each([
  { what: 'of an exit with more lots than the bot has waits', kind: 'baseExit', step: 0, more: 1n, stored: 0 },
  { what: 'of an exit with the lots of the bot is applied', kind: 'baseExit', step: 0, more: 0n, stored: 1 },
  { what: 'of an entry is applied', kind: 'entry', step: 2, more: 1n, stored: 1 },
] as const)(
  'before the first reading of the fills, a pushed fill $what when its order has a record',
  ({ kind, step, more, stored }) => {
    const { memory, bot, find, facts } = openRestored();
    const order = liveOrder(find(kind, step), {}, bot.config);
    memory.orders.set(order.clientId, order);
    applyPushedFill(facts, fillOf(order.clientId, 'f1', { side: order.side, lots: lots(openSize(bot.state) + more) }));
    expect(facts.batch.fills).toHaveLength(stored);
  },
);

test('a pushed fill from outside is applied before the first reading of the fills', () => {
  const { facts } = openRestored();
  applyPushedFill(facts, fillOf('', 'f1'));
  expect(facts.batch.fills).toHaveLength(1);
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
