// What an account actor remembers between two events. All of it can be built again from the journal and the exchange.
import type { Decimal, Lots, Ticks } from '@rondo/decimal';
import {
  decode,
  desiredOrders,
  newBot,
  type BotConfig,
  type BotState,
  type DesiredOrder,
  type ForcedFill,
  type InstrumentRules,
} from '@rondo/strategy';
import { assert } from '../assert.ts';
import type { MarginBlock } from '../gate/margin-block.ts';
import type { OrderState } from '../orders/order-state.ts';
import type {
  AccountReport,
  BalanceReport,
  BotRow,
  ExchangeHint,
  FillReport,
  IntentState,
  OrderReport,
  OrderSide,
  PlaceOrder,
  PositionReport,
  PositionSide,
  RejectReason,
  SlotKey,
  TickerReport,
} from '../ports/index.ts';

/** An amend or cancel on its way: one per order. `acknowledged`: accepted, its effect not yet seen. */
export type PendingCommand = {
  readonly verb: 'amend' | 'cancel';
  readonly intentId: string;
  readonly state: 'sent' | 'acknowledged' | 'unknown';
  readonly sentAt: number;
  readonly deadlineAt: number; // exchange time
  readonly price: Ticks | null;
  readonly lots: Lots;
};

/** One order of ours, by client id: what was asked for and what is known of it. */
export type Track = {
  readonly slot: SlotKey;
  readonly clientId: string;
  readonly instrument: InstrumentRules;
  readonly positionSide: PositionSide;
  readonly side: OrderSide;
  readonly type: PlaceOrder['type'];
  readonly reduces: boolean;
  placeIntentIds: string[];
  payload: string;
  price: Ticks | null;
  lots: Lots;
  state: OrderState;
  written: IntentState; // what the journal says
  sentAt: number;
  deadlineAt: number; // exchange time
  factAt: number; // local time of the latest fact
  venueFilled: bigint; // the most the exchange has shown as filled
  told: bigint; // what the strategy was told
  wasSeen: boolean;
  command: PendingCommand | null;
  wasCancelAsked: boolean;
  amendRefusals: number;
  resends: number;
  absences: readonly number[];
  askedAt: number;
  mustAsk: boolean;
  rejectCode: string;
  refusal: RejectReason | null;
  cancelSource: string;
  isEndTold: boolean;
};

/** The books hold this many lots more than the exchange shows (negative: fewer), and since when. */
export type PositionDifference = {
  readonly lots: bigint;
  readonly since: number;
  readonly snapshots: number;
  readonly isTold: boolean;
};

/** An execution that no order of ours caused. */
export type OutsideFill = ForcedFill & {
  readonly kind: FillReport['kind'];
  readonly side: OrderSide;
  readonly at: number; // exchange time
};

/** A bot as the actor runs it. */
export type Bot = {
  readonly row: BotRow;
  readonly config: BotConfig;
  readonly keys: Set<string>; // keys of its events
  state: BotState;
  desired: readonly DesiredOrder[];
  position: number; // of its last event
  lastFactAt: number;
  backoffs: Map<string, { readonly until: number; readonly count: number }>;
  blocks: Map<string, MarginBlock>; // by slot name
  skippedSlots: Set<string>;
  outsideCancels: Map<string, number>;
  leverage: { readonly value: Decimal; readonly readAt: number } | null;
  difference: PositionDifference | null;
  outsideFills: OutsideFill[]; // not told yet, oldest first
  lastGate: string;
  endedAt: number | null;
};

/** A reading of the account. Positions and orders carry the local time at which their request left. */
export type Snapshot = {
  readonly startedAt: number;
  readonly positions: readonly PositionReport[];
  readonly openOrders: readonly OrderReport[];
};

export type AccountMemory = {
  readonly accountId: string;
  readonly bots: Map<string, Bot>;
  readonly tracks: Map<string, Track>;
  readonly fillKeys: Set<string>;
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
  fillsReadAt: number; // when the last complete reading of fills began; 0: none in this life
  billsReadAt: number; // the same of bills
  isConnected: boolean;
  firstReadAt: number;
};

/** A memory that knows nothing yet. */
export function emptyMemory(accountId: string, now: number): AccountMemory {
  return {
    accountId,
    bots: new Map(),
    tracks: new Map(),
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

/** A bot before its first event. Throws InvariantError when the stored configuration is not one. */
export function newBotMemory(row: BotRow): Bot {
  const config = decode(JSON.parse(row.config));
  assert(
    typeof config === 'object' && config !== null && 'instrument' in config,
    `the configuration of bot ${row.botId} is not readable`,
  );
  const state = newBot(config as BotConfig); // written by encode(config) at creation, after the server checked every field
  return {
    row,
    config: state.config,
    keys: new Set(),
    state,
    desired: desiredOrders(state),
    position: 0,
    lastFactAt: 0,
    backoffs: new Map(),
    blocks: new Map(),
    skippedSlots: new Set(),
    outsideCancels: new Map(),
    leverage: null,
    difference: null,
    outsideFills: [],
    lastGate: '',
    endedAt: null,
  };
}

/** The slot without its generation: at most one open order each. */
export function slotName(slot: Pick<SlotKey, 'kind' | 'round' | 'step'>): string {
  return `${slot.kind}/${slot.round}/${slot.step}`;
}

/** The position the exchange shows on a bot's side, in lots of its direction; null without a snapshot. The other side of a hedge is not the bot's. */
export function shownSize(memory: AccountMemory, bot: Bot): bigint | null {
  return memory.snapshot === null ? null : sizeIn(memory.snapshot.positions, bot);
}

/** The same of any reading of positions. */
export function sizeIn(positions: readonly PositionReport[], bot: Bot): bigint {
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
export function tracksOf(memory: AccountMemory, botId: string): Track[] {
  return [...memory.tracks.values()].filter((track) => track.slot.botId === botId);
}
