// The memory of an account actor. It can be rebuilt completely from the journal and the exchange.
import type { InstrumentRules } from '@rondo/strategy';
import type {
  AccountReport,
  BalanceReport,
  ExchangeHint,
  LedgerWalk,
  MarkReport,
  OrderReport,
  PositionReport,
  TickerReport,
} from '../ports/index.ts';
import type { BotMemory } from './bot-memory.ts';
import type { ActiveOrder, OrderRecord } from './order-record.ts';

/** A reading of the account. `startedAt` is the local time at which the first request was sent. */
export type Snapshot = {
  readonly startedAt: number;
  readonly positions: readonly PositionReport[];
  readonly openOrders: readonly OrderReport[];
};

/** All data that the actor of one account has in memory. Times are local epoch ms. */
export type AccountMemory = {
  readonly accountId: string;
  readonly bots: Map<string, BotMemory>; // The key is the bot id.
  readonly orders: Map<string, OrderRecord>; // The key is the client id.
  readonly fillKeys: Set<string>; // Formatted keys of fills.
  readonly billIds: Set<string>;
  readonly tickers: Map<string, TickerReport>;
  readonly marks: Map<string, MarkReport>;
  readonly hints: ExchangeHint[];
  epoch: bigint;
  renewedAt: number;
  isLeaseLost: boolean;
  fillCursor: string | null;
  billCursor: string | null;
  fillWalk: LedgerWalk | null; // The rest of a long list of fills.
  billWalk: LedgerWalk | null; // The rest of a long list of bills.
  mayMissFills: boolean; // True until the fills were read completely after the start or after a loss of the stream.
  snapshot: Snapshot | null;
  snapshotTriedAt: number | null; // when the latest reading began
  isSnapshotWanted: boolean;
  readingPhase: number; // chance in [0, 1) of the interval until the next snapshot
  positions: { readonly value: readonly PositionReport[]; readonly readAt: number } | null; // also from pushes; for views only
  account: { readonly value: AccountReport; readonly readAt: number } | null;
  balance: { readonly value: BalanceReport; readonly readAt: number } | null;
  slowTriedAt: number | null; // The start of the latest reading of permissions and bills.
  slowReadAt: number | null; // The end of the latest complete reading of permissions and bills.
  isSlowReadWanted: boolean;
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
    orders: new Map(),
    fillKeys: new Set(),
    billIds: new Set(),
    tickers: new Map(),
    marks: new Map(),
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
    isSnapshotWanted: true,
    readingPhase: 0.5,
    positions: null,
    account: null,
    balance: null,
    slowTriedAt: null,
    slowReadAt: null,
    isSlowReadWanted: true,
    fillsReadAt: 0,
    billsReadAt: 0,
    isConnected: false,
    streamLostAt: now,
    firstReadAt: now,
  };
}

/**
 * Returns the position that the exchange shows on the side of a bot, in lots of the direction of the bot. Returns null
 * without a snapshot. The other side of a hedge does not belong to the bot.
 */
export function shownSize(memory: AccountMemory, bot: BotMemory): bigint | null {
  return memory.snapshot === null ? null : sizeIn(memory.snapshot.positions, bot);
}

/** Returns the position on the side of a bot in any reading of positions, in lots of the direction of the bot. */
export function sizeIn(positions: readonly PositionReport[], bot: BotMemory): bigint {
  const { instrument, direction } = bot.config;
  const lots = positions
    .filter((each) => each.instrumentId === instrument.id)
    .filter((each) => each.positionSide === 'net' || each.positionSide === direction)
    .reduce((sum, each) => sum + each.lots, 0n);
  return direction === 'long' ? lots : -lots;
}

/** Returns true when the exchange shows a position of an instrument on either side. Returns null without a snapshot. */
export function hasAnyPosition(memory: AccountMemory, instrumentId: string): boolean | null {
  return memory.snapshot?.positions.some((each) => each.instrumentId === instrumentId && each.lots !== 0n) ?? null;
}

/** Returns the instruments of all bots of the account. */
export function instrumentsOf(memory: AccountMemory): readonly InstrumentRules[] {
  const byId = new Map<string, InstrumentRules>();
  for (const bot of memory.bots.values()) byId.set(bot.config.instrument.id, bot.config.instrument);
  return [...byId.values()];
}

/** Returns true while fills are read page by page and the books may lack fills that only a later page contains. */
export function isCatchingUp({ fillWalk, mayMissFills }: Pick<AccountMemory, 'fillWalk' | 'mayMissFills'>): boolean {
  return fillWalk !== null && mayMissFills;
}

/** Returns the orders of one bot. */
export function ordersOf(memory: AccountMemory, botId: string): readonly OrderRecord[] {
  return [...memory.orders.values()].filter((order) => order.slot.botId === botId);
}

/** Returns the orders of one bot whose end was not yet reported to the bot. */
export function activeOrdersOf(memory: AccountMemory, botId: string): readonly ActiveOrder[] {
  return ordersOf(memory, botId).filter((order) => order.kind === 'active');
}
