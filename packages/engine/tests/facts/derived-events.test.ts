// Tests of the events that follow from the readings of an account. Each test changes one condition of an event.
import { decimal, ticks } from '@rondo/decimal';
import { openSize, type BotState, type ClosingReason } from '@rondo/strategy';
import { fakeVenue, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { desiredEntry, endedOrder, factsAt, liveOrder, memoryWithBot, reportOf, smallLadder } from '../builders.ts';
import { blockForMargin } from '../../src/gate/margin-block.ts';
import { darkAfterMs, entryStopBeforeChangeMs } from '../../src/limits.ts';
import type { AccountMemory } from '../../src/memory/account-memory.ts';
import type { BotMemory } from '../../src/memory/bot-memory.ts';
import type { InstrumentReport, PositionReport, TradingState } from '../../src/ports/index.ts';
import { advanceBots, repeatWhile } from '../../src/facts/bot-progress.ts';

const now = 1_000_000;

type World = { readonly memory: AccountMemory; readonly bot: BotMemory };

/** A bot with this state, and a snapshot without positions and orders that is newer than the last fact about the bot. */
function worldOf(state: BotState): World {
  const { memory, bot } = memoryWithBot(now, state.config);
  bot.state = state;
  bot.lastFactAt = now - 100;
  memory.snapshot = { startedAt: now - 50, positions: [], openOrders: [] };
  memory.isSnapshotWanted = false;
  return { memory, bot };
}

function advance({ memory, bot }: World) {
  const facts = factsAt(memory, now);
  advanceBots(facts);
  expect(bot.failure).toBeNull();
  return { facts, keys: facts.batch.events.map(({ key }) => key) };
}

function show({ memory, bot }: World, size: bigint): void {
  const unread = { averagePrice: null, markPrice: null, liquidationPrice: null, unrealisedPnl: null, leverage: null };
  const { id } = bot.config.instrument;
  const row: PositionReport = { instrumentId: id, positionSide: 'net', lots: size, ...unread, updatedAt: 0 };
  memory.snapshot = { startedAt: now - 50, positions: [row], openOrders: memory.snapshot?.openOrders ?? [] };
}

function setBalance({ memory }: World): void {
  const amount = decimal('5000');
  memory.balance = { value: { equity: amount, cash: amount, available: amount, at: now }, readAt: now };
}

type Announced = { readonly expiresAt?: number; readonly changesAt?: number };

function setTrading({ memory, bot }: World, state: TradingState, announced: Announced = {}): void {
  const { expiresAt = null, changesAt = null } = announced;
  const { id, tickSz, lotSz, minSz, ctVal } = bot.config.instrument;
  const units = { tickSz, lotSz };
  const report: InstrumentReport = {
    instrumentId: id,
    rules: { ...units, minSz },
    units,
    contractValue: ctVal,
    state,
    expiresAt,
    changesAt,
  };
  memory.instruments.set(id, report);
}

function stopped(driver: StrategyDriver, closePosition = true): BotState {
  driver.dispatch({ kind: 'stop', closePosition });
  return driver.state;
}

const started = (): StrategyDriver => {
  const driver = new StrategyDriver(smallLadder, 200_000n);
  driver.dispatch({ kind: 'start' });
  return driver;
};

const running = (): StrategyDriver => {
  const driver = started().dispatchPrice();
  driver.fill('entry', 1);
  return driver;
};

test('a function is repeated until it returns false, at most the given number of times', () => {
  let calls = 0;
  const run = (): boolean => {
    calls += 1;
    if (calls > 8) throw new Error('The function was called too often.');
    return calls !== 3;
  };
  repeatWhile(run, 8);
  expect(calls).toBe(3);
  repeatWhile(run, 5);
  expect(calls).toBe(8);
});

test('a new bot gets the event `start`, and its first price waits for a snapshot that is newer than the start', () => {
  const world = worldOf(new StrategyDriver(smallLadder, 200_000n).state);
  setPrices(world);
  expect(advance(world).keys).toEqual(['start']);
  expect([world.bot.state.status, world.memory.isSnapshotWanted]).toEqual(['active', true]);
});

// The end of the orders of a closing round.

test('when a round is being closed and no order of the bot is left, the bot gets the available margin and the event `ordersGone`', () => {
  const world = worldOf(stopped(running()));
  show(world, openSize(world.bot.state));
  setBalance(world);
  const { facts, keys } = advance(world);
  expect(keys).toEqual(['margin:1', 'gone:2']);
  expect(JSON.parse(facts.batch.events[1]?.body ?? '')).toMatchObject({ kind: 'ordersGone', at: now });
  const amount = world.bot.state.availableMargin;
  expect(amount).toEqual(decimal('4000'));
  expect(world.bot.state.round?.closing?.ordersGone).toBe(true);
});

test.each([
  ['another bot', '4750'],
  ['the bot itself', '4000'],
])('the available margin of a bot when %s has an open loss of more than 500 USDT is %s USDT', (whose, expected) => {
  const world = worldOf(stopped(running()));
  show(world, openSize(world.bot.state));
  setBalance(world);
  const other = { ...world.bot, state: running().state, row: { ...world.bot.row, botId: 'other' } };
  if (whose === 'another bot') {
    // The losing bot has its market to itself, and its position is worth almost nothing.
    other.state = { ...other.state, reservation: decimal('500') };
    world.bot.state = { ...world.bot.state, reservation: decimal('250') };
    world.memory.bots.set('other', other);
  }
  const [row] = world.memory.snapshot?.positions ?? [];
  if (row === undefined) throw new Error('The snapshot has no position.');
  world.memory.positions = { value: [{ ...row, markPrice: decimal('0.01') }], readAt: now };
  advance(world);
  expect(world.bot.state.availableMargin).toEqual(decimal(expected));
});

test('without a balance, the bot gets the event `ordersGone` without the available margin', () => {
  expect(advance(worldOf(stopped(running()))).keys).toEqual(['gone:1']);
});

test('a bot whose round is not being closed does not get the event `ordersGone`', () => {
  const world = worldOf(running().state);
  show(world, openSize(world.bot.state));
  expect(advance(world).keys).toEqual([]);
});

test('the event `ordersGone` waits for the end of each order and for a newer snapshot that lists no order of the bot', () => {
  const active = worldOf(stopped(running()));
  const order = liveOrder(desiredEntry);
  active.memory.orders.set(order.clientId, order);
  expect(advance(active).keys).toEqual([]);
  const older = worldOf(stopped(running()));
  older.bot.lastFactAt = now - 50;
  expect(advance(older).keys).toEqual([]);
  expect(older.memory.isSnapshotWanted).toBe(true);
  const unread = worldOf(stopped(running()));
  unread.memory.snapshot = null;
  expect(advance(unread).keys).toEqual([]);
  const listed = worldOf(stopped(running()));
  const ended = endedOrder(desiredEntry, 'cancelled');
  listed.memory.orders.set(ended.clientId, ended);
  listed.memory.snapshot = { startedAt: now - 50, positions: [], openOrders: [reportOf(ended)] };
  expect(advance(listed).keys).toEqual([]);
  const foreign = { ...reportOf(ended), clientId: 'user' };
  listed.memory.snapshot = { startedAt: now - 50, positions: [], openOrders: [foreign] };
  expect(advance(listed).keys).toEqual(['gone:1']);
});

test('after `ordersGone`, the bot gets the event a second time only when its open lots are too small for an order', () => {
  const world = worldOf(withClosing(stopped(running()), { ordersGone: true }));
  show(world, openSize(world.bot.state));
  expect(advance(world).keys).toEqual([]);
  const { config } = world.bot;
  const minSz = decimal('1000000');
  world.bot.config = { ...config, instrument: { ...config.instrument, minSz } };
  expect(advance(world).keys[0]).toBe('gone:1');
});

test('when a closing round has no open lot, the event `ordersGone` waits until the exchange shows no position', () => {
  const world = worldOf(stopped(started()));
  show(world, 5n);
  expect(advance(world).keys).toEqual([]);
  show(world, 0n);
  expect(advance(world).keys[0]).toBe('gone:1');
});

function withClosing(
  state: BotState,
  changes: { readonly reason?: ClosingReason; readonly ordersGone?: boolean },
): BotState {
  const closing = state.round?.closing ?? null;
  if (state.round === null || closing === null) throw new Error('The round is not being closed.');
  return { ...state, round: { ...state.round, closing: { ...closing, ...changes } } };
}

test('a bot that leaves its position gets the event `ordersGone` also while the exchange shows a position', () => {
  const byStop = worldOf(withClosing(stopped(started(), false), { reason: 'stop' }));
  const byReason = worldOf({ ...withClosing(stopped(started()), { reason: 'leave' }), stop: null });
  for (const world of [byStop, byReason]) {
    show(world, 5n);
    expect(advance(world).keys[0]).toBe('gone:1');
  }
  const closed = worldOf({ ...withClosing(stopped(started()), { reason: 'stop' }), stop: null });
  show(closed, 5n);
  expect(advance(closed).keys).toEqual([]);
});

test('a closing round without open lots gets the event `ordersGone` once', () => {
  expect(advance(worldOf(withClosing(stopped(started()), { ordersGone: true }))).keys).toEqual([]);
});

test('a stopped bot gets the event `ordersGone` without a newer snapshot when no reading has succeeded for `darkAfterMs`', () => {
  const keysAt = (unansweredSince: number): readonly string[] => {
    const world = worldOf(stopped(running()));
    world.bot.lastFactAt = now;
    world.memory.unansweredSince = unansweredSince;
    return advance(world).keys;
  };
  expect(keysAt(now - darkAfterMs)).toEqual(['gone:1']);
  expect(keysAt(now - darkAfterMs + 1)).toEqual([]);
});

test('when the wait of the loss guard is over, the bot gets the available margin before the event', () => {
  const hold = { by: 'guard', level: 'rounds', reason: 'stop_loss', until: now } as const;
  const world = worldOf({ ...started().state, round: null, holds: [hold] });
  setBalance(world);
  const { facts, keys } = advance(world);
  expect(keys).toEqual(['margin:1', 'waited:2']);
  expect(JSON.parse(facts.batch.events[1]?.body ?? '')).toMatchObject({ kind: 'waitOver', at: now });
  const inRound = worldOf({ ...running().state, holds: [hold] });
  show(inRound, openSize(inRound.bot.state));
  setBalance(inRound);
  expect(advance(inRound).keys).toEqual(['waited:1']);
});

// The end of an instrument.

const expiredKeys = (change: (world: World) => void = () => undefined): readonly string[] => {
  const world = worldOf(started().state);
  setTrading(world, 'expired');
  change(world);
  return advance(world).keys;
};

test('a bot without a position ends when its instrument has expired', () => {
  expect(expiredKeys()).toEqual(['expired:1']);
  expect(expiredKeys((world) => setTrading(world, 'halted'))).toEqual([]);
});

test('a bot on an expired instrument waits for the settlement while it has lots or the exchange shows a position', () => {
  expect(expiredKeys((world) => (world.bot.state = running().state))).toEqual([]);
  expect(expiredKeys((world) => show(world, 5n))).toEqual([]);
  expect(expiredKeys(({ bot }) => (bot.lastFactAt = now - 50))).toEqual([]);
});

test('a bot that has ended does not get the event `expired`', () => {
  expect(expiredKeys(({ bot }) => (bot.state = { ...bot.state, status: 'completed' }))).toEqual([]);
});

test('open lots that are too small for an order do not end a bot on an expired instrument', () => {
  const keys = expiredKeys((world) => {
    world.bot.state = running().state;
    show(world, openSize(world.bot.state));
    const { config } = world.bot;
    world.bot.config = { ...config, instrument: { ...config.instrument, minSz: decimal('1000000') } };
  });
  expect(keys).toEqual([]);
});

// The price of the first step.

function setPrices({ memory, bot }: World, receivedAt = now): void {
  const common = { instrumentId: bot.config.instrument.id, at: now, receivedAt };
  memory.tickers.set(common.instrumentId, { ...common, last: ticks(200_000n), bid: null, ask: null });
  memory.marks.set(common.instrumentId, { ...common, price: decimal('2000') });
}

const priceKeys = (change: (world: World) => void = () => undefined): readonly string[] => {
  const world = worldOf(started().state);
  setPrices(world);
  change(world);
  return advance(world).keys;
};

test('a bot that opens a round gets the last price while the exchange shows neither a position nor an order of the bot', () => {
  expect(priceKeys()).toEqual(['price:1']);
  expect(priceKeys((world) => show(world, 5n))).toEqual([]);
  expect(
    priceKeys(({ memory }) => {
      const order = liveOrder(desiredEntry);
      memory.orders.set(order.clientId, order);
    }),
  ).toEqual([]);
});

test('a bot with a late lot gets the price only when the lot is too small for an order', () => {
  const change = (world: World): void => {
    const { state } = world.bot;
    world.bot.state = { ...state, lateLot: { ...state.lateLot, entered: 1_000n } };
    show(world, 1_000n);
  };
  expect(priceKeys(change)).toEqual([]);
  const keys = priceKeys((world) => {
    change(world);
    const { config } = world.bot;
    world.bot.config = { ...config, instrument: { ...config.instrument, minSz: decimal('1000000') } };
  });
  expect(keys).toEqual(['price:1']);
});

test('a bot gets no price when it needs none, and none while the price is too old', () => {
  expect(priceKeys(({ bot }) => (bot.state = { ...bot.state, status: 'error' }))).toEqual([]);
  expect(priceKeys((world) => setPrices(world, now - 60_000))).toEqual([]);
});

test('a bot gets no price while its first step waits for margin, and none when the exchange has announced the end of trading', () => {
  const first = { ...desiredEntry, slot: { ...desiredEntry.slot, step: 1 } };
  const second = { ...desiredEntry, slot: { ...desiredEntry.slot, step: 2 } };
  expect(priceKeys(({ bot }) => blockForMargin(bot, liveOrder(first), now))).toEqual([]);
  expect(priceKeys(({ bot }) => blockForMargin(bot, liveOrder(second), now))).toEqual(['price:1']);
  expect(priceKeys((world) => setTrading(world, 'live', { expiresAt: now + 1_000 }))).toEqual([]);
});

test('a bot gets no price in the last 60 s before an announced change of the rules of its instrument', () => {
  const near = now + entryStopBeforeChangeMs;
  expect(priceKeys((world) => setTrading(world, 'live', { changesAt: near }))).toEqual([]);
  expect(priceKeys((world) => setTrading(world, 'live', { changesAt: near + 1 }))).toEqual(['price:1']);
});

// The end of a bot.

function endedWorld(): World {
  const world = worldOf({ ...started().state, round: null, status: 'completed' });
  world.memory.billsReadAt = now;
  return world;
}

test('an ended bot without orders is closed once, and its view is stored', () => {
  const world = endedWorld();
  const { facts } = advance(world);
  expect([world.bot.endedAt, [...facts.batch.touched]]).toEqual([now, [world.bot]]);
  world.bot.endedAt = 7;
  expect([advance(world).facts.batch.touched.size, world.bot.endedAt]).toEqual([0, 7]);
});

test('a bot that has not ended, and an ended bot with an active order, are not closed', () => {
  const open = worldOf({ ...running().state });
  open.memory.billsReadAt = now;
  advance(open);
  const waiting = endedWorld();
  const order = liveOrder(desiredEntry);
  waiting.memory.orders.set(order.clientId, order);
  advance(waiting);
  expect([open.bot.endedAt, waiting.bot.endedAt]).toEqual([null, null]);
});

// The fake venue books funding 30 minutes after each eighth hour, and its bill arrives within five seconds.
const fundingAt = fakeVenue.lastFundingAt(100 * 3_600_000) ?? 0;
const billAt = fundingAt + fakeVenue.fundingBillWithinMs;

test.each([
  ['the bills were read at the time of the last fact', { lastFactAt: billAt + 9, billsReadAt: billAt + 9 }, false],
  ['the bills were read after the last fact', { lastFactAt: billAt + 9, billsReadAt: billAt + 10 }, true],
  ['the bill of the last funding may still arrive', { lastFactAt: fundingAt, billsReadAt: billAt }, false],
  ['the bill of the last funding has arrived', { lastFactAt: fundingAt, billsReadAt: billAt + 1 }, true],
] as const)('when %s, an ended bot is closed: %s', (_case, { lastFactAt, billsReadAt }, isClosed) => {
  const world = endedWorld();
  world.bot.lastFactAt = lastFactAt;
  world.memory.billsReadAt = billsReadAt;
  world.memory.isSlowReadWanted = false;
  advance(world);
  expect([world.bot.endedAt !== null, world.memory.isSlowReadWanted]).toEqual([isClosed, !isClosed]);
});

test('an ended bot does not wait for the bill of a funding when the venue has no funding, or when the bot was created after the funding', () => {
  const closes = (createdAt: number, lastFundingAt: (at: number) => number | null): boolean => {
    const world = endedWorld();
    const bot = { ...world.bot, row: { ...world.bot.row, createdAt }, lastFactAt: fundingAt };
    world.memory.bots.set('bot', bot);
    world.memory.billsReadAt = fundingAt + 1;
    advanceBots({ ...factsAt(world.memory, now), venue: { ...fakeVenue, lastFundingAt } });
    return bot.endedAt !== null;
  };
  const lastFundingAt = (at: number): number | null => fakeVenue.lastFundingAt(at);
  expect(closes(fundingAt - 1, lastFundingAt)).toBe(false);
  expect(closes(fundingAt, lastFundingAt)).toBe(true);
  expect(closes(500, () => null)).toBe(true);
});
