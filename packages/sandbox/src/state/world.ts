// The state of the exchange with its indexes, the changes after the last journal write, and the queued pushes.
import { createBook, type Book } from '../orders/order-book.ts';
import { instruments } from '../market/instruments.ts';
import { sandboxLimits } from '../limits.ts';
import type { MarketTimeline } from '../market/market-timeline.ts';
import type { SandboxClock } from '../ports.ts';
import { createSwitches, type FaultSwitches } from '../faults/fault-switches.ts';
import type {
  Account,
  Algo,
  ApiKey,
  Bill,
  Change,
  Episode,
  Fill,
  Grant,
  InstrumentRule,
  OauthClient,
  Order,
  Position,
  Transfer,
} from './records.ts';

/** All records of one account. The oldest record is first. */
export interface Ledger {
  readonly account: Account;
  readonly orders: Order[];
  readonly pending: Set<Order>;
  readonly ordersByClientId: Map<string, Order>;
  readonly positions: Map<string, Position>;
  readonly algos: Map<string, Algo>;
  readonly fills: Fill[];
  readonly bills: Bill[];
  readonly episodes: Episode[];
  readonly transfers: Transfer[];
  /** The number of bookings. Cached figures of this ledger are valid until this number changes. */
  revision: number;
}

/** A queued push with a copy of the state at the time of the event. */
export type Notice =
  | {
      readonly kind: 'order';
      readonly accountId: string;
      readonly order: Order;
      readonly fill: Fill | undefined;
      readonly reqId: string;
      readonly amendResult: string;
      readonly price: number;
    }
  | { readonly kind: 'algo'; readonly accountId: string; readonly algo: Algo }
  | { readonly kind: 'account'; readonly accountId: string; readonly event: string }
  | { readonly kind: 'trade'; readonly trade: PublicTrade }
  | { readonly kind: 'instrument'; readonly instId: string }
  | { readonly kind: 'status' };

/** One trade in the public market data. */
export interface PublicTrade {
  readonly instId: string;
  readonly tradeId: string;
  readonly ticks: number;
  readonly lots: bigint;
  readonly side: string;
  readonly at: number;
}

/** A maintenance window. During the window only the status and the time are served. */
export interface Maintenance {
  readonly title: string;
  readonly beginAt: number;
  readonly endAt: number;
  hasBegun: boolean;
}

/**
 * The cached range of prices of one market in ticks in which no position is liquidated, with the market movement, the number of bookings and the number of
 * positions for which the range is valid. The levels of safe accounts (`isSafe`) are not included. A limit is undefined when no position is liquidated in its direction.
 */
export interface LiquidationRange {
  readonly walk: number;
  readonly bookings: number;
  readonly positions: number;
  /** The reference prices near which the range is valid. Null: the range is valid for all prices. */
  readonly reference: number | null;
  readonly low: number | undefined;
  readonly high: number | undefined;
}

/** The cached liquidation price of an account on one market in ticks, with the revision and the market movement for which the price is valid. */
export interface LiquidationLevel {
  readonly revision: number;
  readonly walk: number;
  readonly ticks: number | undefined;
  readonly isBelow: boolean;
}

/** The handshakes of one source address since the start or the last change of the limit. `mostPerSecond` is the largest number within one second. */
export interface HandshakeCount {
  made: number;
  refused: number;
  mostPerSecond: number;
  /** The times of the handshakes of the last second, in epoch ms. */
  recent: readonly number[];
}

/** The state of the exchange. */
export interface World {
  readonly seed: string;
  readonly clock: SandboxClock;
  readonly ledgers: Map<string, Ledger>;
  readonly keys: Map<string, { readonly accountId: string; readonly key: ApiKey }>;
  readonly oauthClients: Map<string, OauthClient>;
  readonly grants: Map<string, Grant>;
  /** The keys that were deleted after the last flush. Their sockets must be closed. */
  readonly endedKeys: Set<string>;
  readonly ordersById: Map<string, Order>;
  readonly books: Map<string, Book>;
  readonly timelines: Map<string, MarketTimeline>;
  readonly openPositions: Map<string, Set<Position>>;
  readonly liveAlgos: Map<string, Set<Algo>>;
  readonly dirty: Map<object, Change>;
  notices: Notice[];
  next: number;
  /** The id of the newest trade: a time in epoch milliseconds, or the previous id plus 1. */
  lastTrade: number;
  seenAt: number;
  fundedAt: number;
  historyEndAt: number;
  /** The identity of the market (seed and recording). The start is refused when the journal of the folder belongs to another market. */
  market: string;
  /** The number of market movements. During the movement of one market, the prices of all other markets are constant. */
  walks: number;
  /** The number of bookings of all accounts. */
  bookings: number;
  readonly liquidationLevels: Map<string, Map<string, LiquidationLevel>>;
  readonly liquidationRanges: Map<string, LiquidationRange>;
  /** The reference prices of all markets in ticks. `number` increases with each change of the reference prices. */
  readonly reference: { number: number; readonly ticks: Map<string, number> };
  /** The stored results of `isSafe` by account, each with the reference prices and the revision of the ledger for which it is valid. */
  readonly safeAccounts: Map<
    string,
    { readonly reference: number; readonly revision: number; readonly isSafe: boolean }
  >;
  /** The orders that filled in part at this price change. They continue at the next price change. */
  readonly waitingOrders: Set<Order>;
  /** The newest public trades by instrument. The oldest trade is first. */
  readonly publicTrades: Map<string, PublicTrade[]>;
  /**
   * The price of each market at the last call of `step`. When the price of a market has changed, the next call
   * publishes a public trade.
   */
  readonly publishedTicks: Map<string, number>;
  readonly rules: Map<string, InstrumentRule>;
  readonly maintenance: Maintenance[];
  readonly rates: Map<string, { readonly since: number; used: number }>;
  /** The handshakes of each source address. */
  readonly handshakes: Map<string, HandshakeCount>;
  /** The deleted keys. Their refusal code is different from the code for unknown keys. */
  readonly lostKeys: Set<string>;
  switches: FaultSwitches;
}

/** Returns a world without accounts and markets. */
export function createWorld(seed: string, clock: SandboxClock): World {
  return {
    seed,
    clock,
    ledgers: new Map(),
    keys: new Map(),
    oauthClients: new Map(),
    grants: new Map(),
    endedKeys: new Set(),
    ordersById: new Map(),
    books: new Map([...instruments.keys()].map((instId) => [instId, createBook()])),
    timelines: new Map(),
    openPositions: new Map(),
    liveAlgos: new Map(),
    dirty: new Map(),
    notices: [],
    next: 1,
    lastTrade: 0,
    seenAt: 0,
    fundedAt: 0,
    historyEndAt: 0,
    market: '',
    walks: 0,
    bookings: 0,
    liquidationLevels: new Map(),
    liquidationRanges: new Map(),
    reference: { number: 0, ticks: new Map() },
    safeAccounts: new Map(),
    waitingOrders: new Set(),
    publicTrades: new Map(),
    publishedTicks: new Map(),
    rules: new Map(),
    maintenance: [],
    rates: new Map(),
    handshakes: new Map(),
    lostKeys: new Set(),
    switches: createSwitches(seed),
  };
}

/** Returns the next id of the exchange. Ids also increase after a restart. */
export function nextId(world: World): string {
  const id = 1_000_000_000_000_000n + BigInt(world.next);
  world.next += 1;
  recordWorld(world);
  return id.toString();
}

/** Returns the next id of a trade: an integer that increases with time. */
export function nextTradeId(world: World): string {
  world.lastTrade = Math.max(world.lastTrade + 1, world.clock.now());
  recordWorld(world);
  return String(world.lastTrade);
}

/** Queues a changed record for the next write of the journal. */
export function recordChange(world: World, change: Change): void {
  world.dirty.set(change.value, change);
}

/** Queues the figures of the world for the next write of the journal. */
export function recordWorld(world: World): void {
  world.dirty.set(world, worldRecord(world));
}

/** Returns the figures of the world as one record of the journal. */
export function worldRecord(world: World): Change {
  const { next, lastTrade, seenAt, fundedAt, historyEndAt, market } = world;
  return { kind: 'world', value: { next, lastTrade, seenAt, fundedAt, historyEndAt, market } };
}

/** Returns the ledger of an account. Throws when the account does not exist. */
export function ledgerOf(world: World, accountId: string): Ledger {
  const ledger = world.ledgers.get(accountId);
  if (!ledger) throw new Error(`the account ${accountId} does not exist`);
  return ledger;
}

/** Returns the order book of an instrument. Throws when the instrument does not exist. */
export function bookOf(world: World, instId: string): Book {
  const book = world.books.get(instId);
  if (!book) throw new Error(`the instrument ${instId} has no order book`);
  return book;
}

/** Returns the market timeline of an instrument. Throws when the instrument has no market. */
export function timelineOf(world: World, instId: string): MarketTimeline {
  const timeline = world.timelines.get(instId);
  if (!timeline) throw new Error(`the instrument ${instId} has no market`);
  return timeline;
}

/** Adds an account with an empty ledger. */
export function addAccount(world: World, account: Account): void {
  world.ledgers.set(account.accountId, {
    account,
    orders: [],
    pending: new Set(),
    ordersByClientId: new Map(),
    positions: new Map(),
    algos: new Map(),
    fills: [],
    bills: [],
    episodes: [],
    transfers: [],
    revision: 0,
  });
  indexKeys(world, account);
}

/** Indexes the current keys of an account and removes its former keys from the index. */
export function indexKeys(world: World, account: Account): void {
  for (const [apiKey, { accountId }] of world.keys) {
    if (accountId === account.accountId && !account.keys.some((key) => key.apiKey === apiKey))
      world.keys.delete(apiKey);
  }
  for (const key of account.keys) world.keys.set(key.apiKey, { accountId: account.accountId, key });
}

/** Adds a new order to every index except the order book. */
export function indexOrder(world: World, order: Order): void {
  const ledger = ledgerOf(world, order.accountId);
  world.ordersById.set(order.ordId, order);
  ledger.orders.push(order);
  if (order.clOrdId !== '') ledger.ordersByClientId.set(order.clOrdId, order);
  if (ledger.orders.length > sandboxLimits.recordsPerAccount) forget(world, ledger);
}

/** Updates the index of open positions for a position. */
export function indexPosition(world: World, position: Position): void {
  const open = world.openPositions.get(position.instId) ?? new Set<Position>();
  world.openPositions.set(position.instId, open);
  if (position.lots > 0n) open.add(position);
  else open.delete(position);
}

/** Updates the index of live algo orders for an algo order. */
export function indexAlgo(world: World, algo: Algo): void {
  const live = world.liveAlgos.get(algo.instId) ?? new Set<Algo>();
  world.liveAlgos.set(algo.instId, live);
  if (algo.state === 'live') live.add(algo);
  else live.delete(algo);
}

/** Appends a record. When the list exceeds the limit per account, the oldest record is removed. */
export function appendRecord<Item>(items: Item[], item: Item): void {
  appendNewest(items, item, sandboxLimits.recordsPerAccount);
}

/** Appends an item. When the list has more than `most` items, the oldest item is removed. */
export function appendNewest<Item>(items: Item[], item: Item, most: number): void {
  items.push(item);
  if (items.length > most) items.splice(0, items.length - most);
}

function forget(world: World, ledger: Ledger): void {
  const oldest = ledger.orders.find((order) => !ledger.pending.has(order));
  if (!oldest) return;
  ledger.orders.splice(ledger.orders.indexOf(oldest), 1);
  world.ordersById.delete(oldest.ordId);
  if (ledger.ordersByClientId.get(oldest.clOrdId) === oldest) ledger.ordersByClientId.delete(oldest.clOrdId);
}
