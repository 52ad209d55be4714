// The memory of an account actor about one bot. The state is calculated from the events of the bot. After a restart,
// the other fields are read again or begin with their first values.
import type { Decimal } from '@rondo/decimal';
import {
  decode,
  desiredOrders,
  newBot,
  type BotConfig,
  type BotState,
  type DesiredOrder,
  type ForcedFill,
  type InstrumentRules,
  type StrategyEvent,
} from '@rondo/strategy';
import { assert } from '../assert.ts';
import type { BotRow, FillReport, InstrumentReport, OrderSide, SlotKey, TradingState } from '../ports/index.ts';

/**
 * A refusal of an entry for lack of margin. `least` is the lowest available margin since the refusal, and `notional` is
 * the notional value of the refused order in USDT.
 */
export type MarginBlock = {
  readonly round: number;
  readonly since: number;
  readonly least: Decimal | null;
  readonly notional: Decimal;
};

/**
 * A difference between the open size in the state of a bot and the position in the latest snapshot. `lots` is the open
 * size minus the position. `snapshots` is the number of snapshots since the difference was found.
 */
export type PositionDifference = {
  readonly lots: bigint;
  readonly since: number;
  readonly snapshots: number;
  readonly isReported: boolean; // True when the log of the bot contains the difference.
};

/** A fill that no order of ours caused. */
export type OutsideFill = ForcedFill & {
  readonly kind: FillReport['kind'];
  readonly side: OrderSide;
  readonly at: number; // exchange time in epoch ms
};

/** The reason why the entries of a bot, or its next round, wait. */
export type EntryWait =
  | 'reading'
  | 'price'
  | 'mark_price'
  | 'order'
  | 'rules'
  | 'leverage'
  | 'position'
  | 'position_mode'
  | 'account_level'
  | 'margin';

/** The wait of an entry or of the next round since the time `since`, with the latest changes of its reason, oldest first. */
export type BotWait = {
  readonly since: number;
  readonly changes: readonly { readonly reason: EntryWait; readonly at: number }[];
};

/** The data that the actor has about one running bot. */
export type BotMemory = {
  readonly row: BotRow;
  readonly firstRules: InstrumentRules; // The rules at the creation. Stored orders and fills without units have the units of these rules.
  config: BotConfig; // The configuration of the state. The exchange may change its rules.
  readonly keys: Set<string>; // Formatted keys of the latest events of the bot.
  state: BotState;
  desired: readonly DesiredOrder[];
  position: number; // The position of the last event of the bot.
  checkpointAt: number; // The position of the latest checkpoint.
  lastEventAt: number; // The time of the latest event that is a fact (`isFact`).
  lastFactAt: number;
  outsideReportedUntil: number; // An event `outside` has reported the outside fills up to this exchange time.
  backoffs: Map<string, { readonly until: number; readonly count: number }>;
  blocks: Map<string, MarginBlock>; // The key is the slot name.
  skippedSlots: Set<string>;
  outsideCancels: Map<string, number>;
  leverage: Decimal | null; // The leverage that the exchange reported or accepted last. Null while it is unknown.
  leverageTriedAt: number | null; // The start of the latest reading of the leverage. Null makes a reading due now.
  leverageTries: number; // The number of consecutive readings that began while the leverage was not as planned and could be changed.
  isLeverageRefused: boolean; // True when the exchange refused the latest change of the leverage.
  difference: PositionDifference | null;
  outsideFills: OutsideFill[]; // Outside fills that were not yet reported to the bot, with the oldest first.
  lastGate: string;
  wait: BotWait | null; // Null when no entry and no round waits.
  followedReport: InstrumentReport | null; // The latest report of the instrument whose rules and trading state the bot has.
  tradingState: TradingState; // The trading state of the instrument that the log of the bot shows.
  announcedEnd: number | null; // The end of trading that the log of the bot shows, in exchange time.
  endedAt: number | null;
  storedWaits: string; // The text of the waits in the journal.
  failure: string | null; // The text of the error because of which the bot is frozen at the end of the transaction.
};

/** Returns the memory of a bot before its first event. Throws InvariantError when the stored configuration is invalid. */
export function newBotMemory(row: BotRow): BotMemory {
  const config = decode(JSON.parse(row.config));
  assert(
    typeof config === 'object' && config !== null && 'instrument' in config,
    `The configuration of bot ${row.botId} is not readable.`,
  );
  const state = newBot(config as BotConfig); // The creation of the bot wrote this value with encode(config), after the server had checked every field.
  return {
    row,
    firstRules: state.config.instrument,
    config: state.config,
    keys: new Set(),
    state,
    desired: desiredOrders(state),
    position: 0,
    checkpointAt: 0,
    lastEventAt: 0,
    lastFactAt: 0,
    outsideReportedUntil: 0,
    backoffs: new Map(),
    blocks: new Map(),
    skippedSlots: new Set(),
    outsideCancels: new Map(),
    leverage: null,
    leverageTriedAt: null,
    leverageTries: 0,
    isLeverageRefused: false,
    difference: null,
    outsideFills: [],
    lastGate: '',
    wait: null,
    followedReport: null,
    tradingState: 'live',
    announcedEnd: null,
    endedAt: null,
    storedWaits: '',
    failure: null,
  };
}

/**
 * Returns false for a price and a margin, because they change no order and no position. An older snapshot stays valid
 * after them.
 */
export function isFact({ kind }: StrategyEvent): boolean {
  return kind !== 'price' && kind !== 'availableMargin';
}

/** Returns the name of a slot without its generation. Each slot name has at most one open order. */
export function slotName(slot: Pick<SlotKey, 'kind' | 'round' | 'step'>): string {
  return `${slot.kind}/${slot.round}/${slot.step}`;
}

/** Returns the text of a slot key. Two orders of one bot never have the same slot key. */
export function slotKeyText(slot: Pick<SlotKey, 'botNumber' | 'kind' | 'round' | 'step' | 'generation'>): string {
  return `${slot.botNumber}/${slotName(slot)}/${slot.generation}`;
}

/** Returns true when both slot keys have the same text. */
export function isSameSlotKey(a: SlotKey, b: SlotKey): boolean {
  return (
    a.round === b.round &&
    a.step === b.step &&
    a.kind === b.kind &&
    a.generation === b.generation &&
    a.botNumber === b.botNumber
  );
}
