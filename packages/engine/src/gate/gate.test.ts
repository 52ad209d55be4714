// Tests of the gate for orders that can enlarge a position. The gate is open when all conditions are met, and each
// condition that is not met closes the gate.
import { decimal, lots } from '@rondo/decimal';
import { fakeVenue, StrategyDriver } from '@rondo/testkit';
import { openSize } from '@rondo/strategy';
import { expect, test } from 'vitest';
import { desiredExit, liveOrder, reportOf, smallLadder } from '../../tests/builders.ts';
import {
  account,
  markOf,
  now,
  openGateWorld,
  positionOf,
  tickerOf,
  venueAheadMs,
  type Ages,
  type GateWorld as World,
} from '../../tests/gate/gate-world.ts';
import {
  accountMaxAgeMs,
  entryStopBeforeChangeMs,
  priceMaxAgeMs,
  snapshotMaxAgeMs,
  venuePriceMaxAgeMs,
} from '../limits.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { AccountReport, OrderReport, PositionReport, TradingState } from '../ports/index.ts';
import { gateOf, type GateResult } from './gate.ts';

function setTrading({ memory, bot }: World, state: TradingState, changesAt: number | null = null): void {
  const { id, tickSz, lotSz, minSz, ctVal } = bot.config.instrument;
  const steps = { tickSz, lotSz };
  const rules = { ...steps, minSz };
  memory.instruments.set(id, {
    instrumentId: id,
    rules,
    units: steps,
    contractValue: ctVal,
    state,
    expiresAt: null,
    changesAt,
  });
}

const frozenMs = venuePriceMaxAgeMs;
const grantHold = { by: 'grant', level: 'entries', reason: 'approval', until: null } as const;

function listOwn(memory: AccountMemory, changes: Partial<OrderReport>): void {
  if (memory.snapshot === null) return;
  const listed = { ...reportOf(liveOrder(desiredExit)), ...changes };
  memory.snapshot = { ...memory.snapshot, openOrders: [listed] };
}

function listUnreadable(memory: AccountMemory, clientId: string): void {
  listOwn(memory, { clientId, positionSide: 'long', unreadable: 'an unknown state' });
}

const cases: readonly (readonly [GateResult, string, (world: World) => void])[] = [
  ['open', 'every condition is met', () => undefined],
  [
    'botNotActive',
    'the status of the bot is not active',
    ({ bot }) => (bot.state = { ...bot.state, status: 'completed' }),
  ],
  ['botNotActive', 'the bot is stopping', ({ bot }) => (bot.state = { ...bot.state, stop: { closePosition: true } })],
  ['botHeld', 'a hold prevents entries', ({ bot }) => (bot.state = { ...bot.state, holds: [grantHold] })],
  [
    'open',
    'a hold prevents only new rounds',
    ({ bot }) => (bot.state = { ...bot.state, holds: [{ ...grantHold, level: 'rounds' }] }),
  ],
  ['instanceFrozen', 'the instance is frozen', (world) => (world.isInstanceFrozen = true)],
  ['staleSnapshot', 'the private stream was lost after the snapshot began', ({ memory }) => loseStream(memory, now)],
  ['open', 'the snapshot began after the private stream was lost', ({ memory }) => loseStream(memory, now - 1)],
  ['instrumentNotTraded', 'trading of the instrument is suspended', (world) => setTrading(world, 'halted')],
  ['instrumentNotTraded', 'the instrument accepts only orders that rest', (world) => setTrading(world, 'postOnly')],
  ['instrumentNotTraded', 'the instrument has expired', (world) => setTrading(world, 'expired')],
  ['open', 'the instrument is traded', (world) => setTrading(world, 'live')],
  [
    'instrumentChanges',
    'a change of the rules is announced for the next 60 s',
    (world) => setTrading(world, 'live', now + venueAheadMs + entryStopBeforeChangeMs),
  ],
  [
    'open',
    'a change of the rules is announced for more than 60 s later',
    (world) => setTrading(world, 'live', now + venueAheadMs + entryStopBeforeChangeMs + 1),
  ],
  [
    'instrumentChanges',
    'the time of an announced change has passed and no report was read after it',
    (world) => setTrading(world, 'live', now),
  ],
  ['clockUnknown', 'the clock of the exchange is unknown', (world) => (world.venueNow = null)],
  ['accountUnread', 'the account was not read', ({ memory }) => (memory.account = null)],
  ['staleAccount', 'the account settings are too old', ({ memory }) => setAccount(memory, {}, accountMaxAgeMs + 1)],
  [
    'open',
    'the account settings have exactly the largest allowed age',
    ({ memory }) => setAccount(memory, {}, accountMaxAgeMs),
  ],
  [
    'accountLevel',
    'the account has a level with which bots may not trade',
    ({ memory }) => setAccount(memory, { level: 'basic' }),
  ],
  ['keyPermission', 'the key may not trade', ({ memory }) => setAccount(memory, { permissions: ['look'] })],
  ['keyMayWithdraw', 'the key may withdraw', ({ memory }) => setAccount(memory, { permissions: ['orders', 'payout'] })],
  ['noSnapshot', 'the account has no snapshot', ({ memory }) => (memory.snapshot = null)],
  ['staleSnapshot', 'the snapshot is too old', ({ memory }) => ageSnapshot(memory, snapshotMaxAgeMs + 1)],
  ['open', 'the snapshot has exactly the largest allowed age', ({ memory }) => ageSnapshot(memory, snapshotMaxAgeMs)],
  ['stalePrice', 'the instrument has no last price', ({ memory }) => memory.tickers.clear()],
  ['stalePrice', 'the price was received too long ago', (world) => setPrice(world, { ageMs: priceMaxAgeMs + 1 })],
  [
    'open',
    'the age of the price since its receipt is exactly the largest allowed age',
    (world) => setPrice(world, { ageMs: priceMaxAgeMs }),
  ],
  ['stalePrice', 'the exchange time of the price is too old', (world) => setPrice(world, { venueAgeMs: frozenMs + 1 })],
  [
    'open',
    'the exchange time of the price has exactly the largest allowed age',
    (world) => setPrice(world, { venueAgeMs: frozenMs }),
  ],
  ['staleMark', 'the instrument has no mark price', ({ memory }) => memory.marks.clear()],
  ['staleMark', 'the mark price was received too long ago', (world) => setMark(world, { ageMs: priceMaxAgeMs + 1 })],
  [
    'open',
    'the age of the mark price since its receipt is exactly the largest allowed age',
    (world) => setMark(world, { ageMs: priceMaxAgeMs }),
  ],
  [
    'staleMark',
    'the exchange time of the mark price is too old',
    (world) => setMark(world, { venueAgeMs: frozenMs + 1 }),
  ],
  [
    'open',
    'the exchange time of the mark price has exactly the largest allowed age',
    (world) => setMark(world, { venueAgeMs: frozenMs }),
  ],
  ['priceOffMark', 'the price is more than 1 % above the mark price', (world) => setPrice(world, {}, 202_001n)],
  ['open', 'the price is 1 % above the mark price', (world) => setPrice(world, {}, 202_000n)],
  ['priceOffMark', 'the price is more than 1 % below the mark price', (world) => setPrice(world, {}, 197_999n)],
  ['open', 'the price is 1 % below the mark price', (world) => setPrice(world, {}, 198_000n)],
  [
    'positionModeDiffers',
    'the position has the side `long` and the account is in net mode',
    ({ memory, bot }) => showLongSide(memory, bot),
  ],
  [
    'positionModeDiffers',
    'the account is in hedge mode',
    ({ memory }) => setAccount(memory, { positionMode: 'hedge' }),
  ],
  [
    'positionModeDiffers',
    'an order has the side `short` and the account is in net mode',
    ({ memory }) => listOrder(memory, 'short'),
  ],
  ['open', 'an order has the side `net` and the account is in net mode', ({ memory }) => listOrder(memory, 'net')],
  ['open', 'the account is in hedge mode and the position has the side `long`', useHedge],
  [
    'positionDiffers',
    'a position of zero lots has the side `long`, and the bot has an open size',
    ({ memory, bot }) => showLongSide(memory, bot, lots(0n)),
  ],
  [
    'positionDiffers',
    'the position at the exchange differs from the open size of the bot',
    ({ memory, bot }) => showPosition(memory, bot, 1n),
  ],
  [
    'positionDiffers',
    'the position of the bot is unreadable',
    ({ memory, bot }) => listPositions(memory, [{ ...positionOf(bot, 0n), unreadable: 'no size' }]),
  ],
  [
    'open',
    'the position on another instrument is unreadable',
    ({ memory, bot }) =>
      listPositions(memory, [
        ...(memory.snapshot?.positions ?? []),
        { ...positionOf(bot, 0n), instrumentId: 'OTHER-USDT-SWAP', unreadable: 'no size' },
      ]),
  ],
  ['orderUnknown', 'the outcome of an order is unknown', ({ memory }) => addOrder(memory, 'unknown')],
  ['orderUnknown', 'an order was sent and has no outcome', ({ memory }) => addOrder(memory, 'sent')],
  ['open', 'an order rests at the exchange', ({ memory }) => addOrder(memory, 'live')],
  [
    'orderUnknown',
    'the row of an open order of the bot is unreadable',
    ({ memory }) => {
      addOrder(memory, 'live');
      listUnreadable(memory, [...memory.orders.keys()][0] ?? '');
    },
  ],
  [
    'open',
    'the row of an open order of the bot is readable',
    ({ memory }) => {
      addOrder(memory, 'live');
      listOwn(memory, { clientId: [...memory.orders.keys()][0] ?? '' });
    },
  ],
  [
    'open',
    'the row of an open order of another owner is unreadable',
    ({ memory }) => listUnreadable(memory, 'foreign'),
  ],
  ['leverageUnread', 'the leverage was not read', ({ bot }) => (bot.leverage = null)],
  ['leverageDiffers', 'the leverage differs from the configuration', ({ bot }) => (bot.leverage = decimal('3'))],
];

test.each(cases)('the gate is %s when %s', (result, _condition, change) => {
  const world = openGateWorld();
  change(world);
  expect(gateOf({ ...world, venue: fakeVenue, now })).toBe(result);
});

test('the gate closes for the opening of a signal when its end has passed on the local clock or on the clock of the exchange', () => {
  const world = openGateWorld();
  const driver = new StrategyDriver({ ...smallLadder, waitsForSignal: true }, 200_000n).start();
  const bar = { instrument: smallLadder.instrument.id, bar: '1H', closedAt: now } as const;
  const source = { ruleKey: 'rsi', ...bar, values: {}, readingHash: '' };
  driver.dispatch({ kind: 'signal', stepDistance: null, validUntil: now, source });
  world.bot.state = driver.state;
  showPosition(world.memory, world.bot, 0n);
  const gateAt = (localNow: number, venueNow: number) =>
    gateOf({ ...world, venue: fakeVenue, now: localNow, venueNow });
  expect([gateAt(now, now), gateAt(now + 1, now), gateAt(now, now + 1)]).toEqual([
    'open',
    'signalExpired',
    'signalExpired',
  ]);
});

function setAccount(memory: AccountMemory, changes: Partial<AccountReport>, ageMs = 0): void {
  memory.account = { value: { ...account, ...changes }, readAt: now - ageMs };
}

function ageSnapshot(memory: AccountMemory, ageMs: number): void {
  if (memory.snapshot !== null) memory.snapshot = { ...memory.snapshot, startedAt: now - ageMs };
}

function loseStream(memory: AccountMemory, at: number): void {
  memory.isConnected = false;
  memory.streamLostAt = at;
}

function setPrice({ memory, bot }: World, ages: Ages, last?: bigint): void {
  memory.tickers.set(bot.config.instrument.id, tickerOf(bot, ages, last));
}

function setMark({ memory, bot }: World, ages: Ages): void {
  memory.marks.set(bot.config.instrument.id, markOf(bot, ages));
}

function showLongSide(memory: AccountMemory, bot: BotMemory, size = openSize(bot.state)): void {
  const row = { ...positionOf(bot, size), positionSide: 'long' as const };
  memory.snapshot = { startedAt: now, positions: [row], openOrders: [] };
}

function listOrder(memory: AccountMemory, positionSide: OrderReport['positionSide']): void {
  if (memory.snapshot === null) return;
  memory.snapshot = { ...memory.snapshot, openOrders: [{ ...reportOf(liveOrder(desiredExit)), positionSide }] };
}

function useHedge({ memory, bot }: World): void {
  setAccount(memory, { positionMode: 'hedge' });
  showLongSide(memory, bot);
}

function showPosition(memory: AccountMemory, bot: BotMemory, lots: bigint): void {
  memory.snapshot = { startedAt: now, positions: [positionOf(bot, lots)], openOrders: [] };
}

function listPositions(memory: AccountMemory, positions: readonly PositionReport[]): void {
  memory.snapshot = { startedAt: now, positions, openOrders: [] };
}

function addOrder(memory: AccountMemory, state: 'unknown' | 'sent' | 'live'): void {
  const order = liveOrder(desiredExit, { state });
  memory.orders.set(order.clientId, order);
}
