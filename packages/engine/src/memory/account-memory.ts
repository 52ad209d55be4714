// The memory of an account actor between two events. It can be rebuilt completely from the journal and the exchange.
import type { InstrumentRules } from '@rondo/strategy';
import type {
  AccountReport,
  BalanceReport,
  ExchangeHint,
  OrderReport,
  PositionReport,
  TickerReport,
} from '../ports/index.ts';
import type { BotMemory } from './bot-memory.ts';
import type { ActiveOrder, OrderRecord } from './order-record.ts';

/** A reading of the account. Positions and orders carry the local time at which their request left. */
export type Snapshot = {
  readonly startedAt: number;
  readonly positions: readonly PositionReport[];
  readonly openOrders: readonly OrderReport[];
};

/** Everything the actor of one account knows. Instants are local epoch ms. */
export type AccountMemory = {
  readonly accountId: string;
  readonly bots: Map<string, BotMemory>; // by bot id
  readonly orders: Map<string, OrderRecord>; // by client id
  readonly fillKeys: Set<string>; // formatted keys of fills
  readonly billIds: Set<string>;
  readonly tickers: Map<string, TickerReport>;
  readonly hints: ExchangeHint[];
  epoch: bigint;
  renewedAt: number;
  fillCursor: string | null;
  billCursor: string | null;
  snapshot: Snapshot | null;
  snapshotDueAt: number;
  isSnapshotWanted: boolean;
  account: { readonly value: AccountReport; readonly readAt: number } | null;
  balance: { readonly value: BalanceReport; readonly readAt: number } | null;
  slowReadDueAt: number;
  fillsReadAt: number; // when the last complete reading of fills began; 0: none since the start of the actor
  billsReadAt: number; // the same for bills
  isConnected: boolean;
  firstReadAt: number;
};

/** The empty memory of an account. */
export function emptyMemory(accountId: string, now: number): AccountMemory {
  return {
    accountId,
    bots: new Map(),
    orders: new Map(),
    fillKeys: new Set(),
    billIds: new Set(),
    tickers: new Map(),
    hints: [],
    epoch: 0n,
    renewedAt: 0,
    fillCursor: null,
    billCursor: null,
    snapshot: null,
    snapshotDueAt: 0,
    isSnapshotWanted: true,
    account: null,
    balance: null,
    slowReadDueAt: 0,
    fillsReadAt: 0,
    billsReadAt: 0,
    isConnected: false,
    firstReadAt: now,
  };
}

/** The position the exchange shows on a bot's side, in lots of its direction; null without a snapshot. The other side of a hedge is not the bot's. */
export function shownSize(memory: AccountMemory, bot: BotMemory): bigint | null {
  return memory.snapshot === null ? null : sizeIn(memory.snapshot.positions, bot);
}

/** The same for any reading of positions. */
export function sizeIn(positions: readonly PositionReport[], bot: BotMemory): bigint {
  const { instrument, direction } = bot.config;
  const lots = positions
    .filter((each) => each.instrumentId === instrument.id)
    .filter((each) => each.positionSide === 'net' || each.positionSide === direction)
    .reduce((sum, each) => sum + each.lots, 0n);
  return direction === 'long' ? lots : -lots;
}

/** True when the exchange shows any position of an instrument, on either side; null without a snapshot. */
export function hasAnyPosition(memory: AccountMemory, instrumentId: string): boolean | null {
  return memory.snapshot?.positions.some((each) => each.instrumentId === instrumentId && each.lots !== 0n) ?? null;
}

/** The instruments of all bots of the account. */
export function instrumentsOf(memory: AccountMemory): readonly InstrumentRules[] {
  const byId = new Map<string, InstrumentRules>();
  for (const bot of memory.bots.values()) byId.set(bot.config.instrument.id, bot.config.instrument);
  return [...byId.values()];
}

/** The orders of one bot. */
export function ordersOf(memory: AccountMemory, botId: string): readonly OrderRecord[] {
  return [...memory.orders.values()].filter((order) => order.slot.botId === botId);
}

/** The orders of one bot whose end has not been reported to it. */
export function activeOrdersOf(memory: AccountMemory, botId: string): readonly ActiveOrder[] {
  return ordersOf(memory, botId).filter((order) => order.kind === 'active');
}
