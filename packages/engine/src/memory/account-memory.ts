// The memory of an account actor. It can be rebuilt completely from the journal and the exchange.
import { add, floorToTick, subtract, sumDecimals, toFraction, zero, type Decimal } from '@rondo/decimal';
import { coveredLoss, type InstrumentRules } from '@rondo/strategy';
import type {
  AccountReport,
  BalanceReport,
  ExchangeHint,
  FillReport,
  InstrumentReport,
  LedgerPage,
  LedgerWalk,
  MarkReport,
  OrderReport,
  PositionReport,
  Report,
  TickerReport,
} from '../ports/index.ts';
import type { BotMemory } from './bot-memory.ts';
import type { BotMarket, FrozenBot } from './frozen-bot.ts';
import type { ActiveOrder, OrderRecord } from './order-record.ts';
import { OrderRecords } from './order-records.ts';
import type { OrphanOrder } from './orphan-order.ts';

/** A reading of the account. `startedAt` is the local time at which the first request was sent. */
export type Snapshot = {
  readonly startedAt: number;
  readonly positions: readonly PositionReport[];
  readonly openOrders: readonly OrderReport[];
};

/** The responses to the requests of one snapshot. */
export type SnapshotReports = {
  readonly fills: Report<LedgerPage<FillReport>>;
  readonly open: Report<readonly OrderReport[]>;
  readonly hasTriggers: boolean; // Whether `open` contains the trigger orders.
  readonly positions: Report<readonly PositionReport[]>;
  readonly balance: Report<BalanceReport> | null; // Null when the balance was not read.
};

/** All data that the actor of one account has in memory. Times are local epoch ms. */
export type AccountMemory = {
  readonly accountId: string;
  readonly bots: Map<string, BotMemory>; // The key is the bot id.
  readonly frozen: Map<string, FrozenBot>; // Bots that are not managed. The key is the bot id.
  readonly frozenCloses: Map<string, number>; // The number of closing orders that each bot had while it was frozen. The key is the bot id.
  readonly orders: OrderRecords; // The key is the client id.
  readonly orphans: Map<string, OrphanOrder>; // Open orders of ours without an intent. The key is the client id.
  readonly ordersOfOthers: Map<string, number>; // Open orders with an id of another account of the installation. The key is the client id, the value is the time at which the order was found.
  readonly suspects: Set<string>; // The client ids of orders of ours without a record, while the journal is searched for their intents.
  readonly fillKeys: Set<string>; // Formatted keys of fills.
  readonly billIds: Set<string>;
  readonly unreadableKeys: Set<string>; // The list and the key of each row that cannot be translated.
  readonly tickers: Map<string, TickerReport>;
  readonly marks: Map<string, MarkReport>;
  readonly instruments: Map<string, InstrumentReport>; // The key is the instrument id.
  readonly hints: ExchangeHint[];
  epoch: bigint;
  renewedAt: number;
  isLeaseLost: boolean;
  fillCursor: string | null;
  billCursor: string | null;
  fillWalk: LedgerWalk | null; // Identifies the next page of a list of fills. Null when no page is left.
  billWalk: LedgerWalk | null; // Identifies the next page of a list of bills. Null when no page is left.
  mayMissFills: boolean; // True from the start of the actor, or from a loss of the private stream, until all fills were read.
  snapshot: Snapshot | null;
  snapshotTriedAt: number | null; // The start of the latest snapshot reading. Null makes a reading due now.
  listedAt: number; // The start of the latest listing between two snapshots. 0: no listing since the start of the actor.
  readonly pushedAt: Map<string, number>; // The time of the latest push of an open position since the snapshot. The key has the instrument and the side.
  triggersReadAt: number; // The start of the latest listing of trigger orders. 0: no listing since the start of the actor.
  unansweredSince: number | null; // The start of the first snapshot reading after the latest success. Null while no later reading has started.
  isSnapshotWanted: boolean;
  darkSnapshots: number; // The number of snapshots since the last response in which every request failed.
  partialSnapshots: number; // The number of latest snapshots in a row in which some requests succeeded and some failed.
  partialReports: SnapshotReports | null; // The responses of the latest snapshot, when some of its requests succeeded and some failed.
  readingPhase: number; // A random number in [0, 1) that sets the jitter of the interval until the next snapshot.
  positions: { readonly value: readonly PositionReport[]; readonly readAt: number } | null; // Read by snapshots and changed by pushes. Only views use these positions.
  account: { readonly value: AccountReport; readonly readAt: number } | null;
  balance: { readonly value: BalanceReport; readonly readAt: number } | null;
  slowTriedAt: number | null; // The start of the latest reading of permissions and bills.
  slowReadAt: number | null; // The end of the latest complete reading of permissions and bills.
  isSlowReadWanted: boolean;
  isTradeRefused: boolean; // True when the latest reading of the account settings shows a key or an account that may not trade.
  fillsReadAt: number; // The start of the last complete reading of fills. 0: no reading since the start of the actor.
  billsReadAt: number; // The start of the last complete reading of bills. 0: no reading since the start of the actor.
  isConnected: boolean;
  streamLostAt: number | null; // Null while the private stream is connected.
  firstReadAt: number;
};

/** Returns the empty memory of an account. */
export function emptyMemory(accountId: string, now: number): AccountMemory {
  return {
    accountId,
    bots: new Map(),
    frozen: new Map(),
    frozenCloses: new Map(),
    orders: new OrderRecords(),
    orphans: new Map(),
    ordersOfOthers: new Map(),
    suspects: new Set(),
    fillKeys: new Set(),
    billIds: new Set(),
    unreadableKeys: new Set(),
    tickers: new Map(),
    marks: new Map(),
    instruments: new Map(),
    hints: [],
    epoch: 0n,
    renewedAt: 0,
    isLeaseLost: false,
    fillCursor: null,
    billCursor: null,
    fillWalk: null,
    billWalk: null,
    mayMissFills: true,
    snapshot: null,
    snapshotTriedAt: null,
    listedAt: 0,
    pushedAt: new Map(),
    triggersReadAt: 0,
    unansweredSince: null,
    isSnapshotWanted: true,
    darkSnapshots: 0,
    partialSnapshots: 0,
    partialReports: null,
    readingPhase: 0.5,
    positions: null,
    account: null,
    balance: null,
    slowTriedAt: null,
    slowReadAt: null,
    isSlowReadWanted: true,
    isTradeRefused: false,
    fillsReadAt: 0,
    billsReadAt: 0,
    isConnected: false,
    streamLostAt: now,
    firstReadAt: now,
  };
}

/**
 * Returns the position of a bot in the latest snapshot, in lots (see `sizeIn`). Returns null when no snapshot exists, and when the position
 * in it is unreadable.
 */
export function shownSize(memory: AccountMemory, bot: BotMemory): bigint | null {
  return memory.snapshot === null ? null : sizeIn(memory.snapshot.positions, bot);
}

/**
 * Returns the position of a bot in `positions`, in lots. The number is positive when the position has the direction of
 * the bot. In hedge mode, the position on the other side does not belong to the bot. Returns null when a position on the instrument of the
 * bot is unreadable.
 */
export function sizeIn(positions: readonly PositionReport[], bot: Pick<BotMemory, 'config'>): bigint | null {
  return sizeOnSide(positions, bot.config);
}

/**
 * Returns the position on one side of a market in `positions`, in lots. The number is positive when the position has the direction of this
 * side. Returns null when a position on this market is unreadable.
 */
export function sizeOnSide(positions: readonly PositionReport[], { instrument, direction }: BotMarket): bigint | null {
  const own = positions.filter((each) => each.instrumentId === instrument.id);
  if (own.some(({ unreadable }) => unreadable !== undefined)) return null;
  const lots = own
    .filter((each) => each.positionSide === 'net' || each.positionSide === direction)
    .reduce((sum, each) => sum + each.lots, 0n);
  return direction === 'long' ? lots : -lots;
}

/**
 * Returns true when the latest snapshot contains a long, short or unreadable position on an instrument. Returns null when no
 * snapshot exists.
 */
export function hasAnyPosition(memory: AccountMemory, instrumentId: string): boolean | null {
  const isOpen = ({ lots, unreadable }: PositionReport): boolean => lots !== 0n || unreadable !== undefined;
  return memory.snapshot?.positions.some((each) => each.instrumentId === instrumentId && isOpen(each)) ?? null;
}

/**
 * Returns the latest snapshot when it began after the last fact about the bot, because an older snapshot may not contain
 * the fact. Returns null otherwise, and when no snapshot exists.
 */
export function newerSnapshot({ snapshot }: AccountMemory, bot: BotMemory): Snapshot | null {
  return snapshot !== null && snapshot.startedAt > bot.lastFactAt ? snapshot : null;
}

/** Returns the instruments of all bots of the account, also of frozen bots whose instrument is known. */
export function instrumentsOf(memory: AccountMemory): readonly InstrumentRules[] {
  const byId = new Map<string, InstrumentRules>();
  for (const bot of memory.bots.values()) byId.set(bot.config.instrument.id, bot.config.instrument);
  for (const { market } of memory.frozen.values())
    if (market !== null) byId.set(market.instrument.id, market.instrument);
  return [...byId.values()];
}

/**
 * Returns true while a list of fills is read page by page and a later page may contain fills that the bots have not
 * received.
 */
export function isCatchingUp({ fillWalk, mayMissFills }: Pick<AccountMemory, 'fillWalk' | 'mayMissFills'>): boolean {
  return fillWalk !== null && mayMissFills;
}

/** Returns the sum of the budgets that running and frozen bots reserve, in USDT. */
export function reservedOf(memory: AccountMemory): Decimal {
  const running = [...memory.bots.values()].map((bot) => bot.state.reservation);
  const frozen = [...memory.frozen.values()].map((bot) => bot.reserved);
  return [...running, ...frozen].reduce((sum, each) => add(sum, each), zero);
}

/**
 * Returns the loss of the open round of a bot that its reservation covers, in USDT. The loss is computed with the mark price of the last
 * reading of the positions, because the equity is from about the same time. Without a mark price the result is zero.
 */
export function coveredLossOf({ positions }: Pick<AccountMemory, 'positions'>, { config, state }: BotMemory): Decimal {
  const { id, tickSz } = config.instrument;
  const mark = positions?.value.find(({ instrumentId }) => instrumentId === id)?.markPrice ?? null;
  return mark === null ? zero : coveredLoss(state, floorToTick(toFraction(mark), tickSz));
}

/**
 * Returns the margin that is free for the next round of a bot beside the reservations of all bots, in USDT. The losses of the other bots
 * that their reservations cover do not reduce it (decision 41). The open loss of this bot does, because its closing orders realise it
 * before the next round.
 */
export function freeMarginFor(bot: BotMemory, memory: AccountMemory, equity: Decimal): Decimal {
  const others = [...memory.bots.values()].filter((other) => other !== bot);
  const losses = others.map((other) => coveredLossOf(memory, other));
  return add(subtract(equity, reservedOf(memory)), sumDecimals(losses));
}

/** Returns the orders of one bot. */
export function ordersOf(memory: AccountMemory, botId: string): readonly OrderRecord[] {
  return memory.orders.ofBot(botId);
}

/** Returns the orders of one bot whose end was not yet reported to the bot. */
export function activeOrdersOf(memory: AccountMemory, botId: string): readonly ActiveOrder[] {
  const own: ActiveOrder[] = [];
  for (const order of memory.orders.active()) if (order.slot.botId === botId) own.push(order);
  return own;
}
