// The memory of an account actor about one bot. The state is the fold of the bot's events; the rest is read or counted again.
import type { Decimal } from '@rondo/decimal';
import {
  decode,
  desiredOrders,
  newBot,
  type BotConfig,
  type BotState,
  type DesiredOrder,
  type ForcedFill,
} from '@rondo/strategy';
import { assert } from '../assert.ts';
import type { BotRow, FillReport, OrderSide, SlotKey } from '../ports/index.ts';

/** A refusal for lack of margin: the lowest available margin since then, and the notional of the refused order in USDT. */
export type MarginBlock = {
  readonly round: number;
  readonly since: number;
  readonly least: Decimal | null;
  readonly notional: Decimal;
};

/** A difference between books and exchange: the books hold `lots` more than the exchange shows (negative: fewer). */
export type PositionDifference = {
  readonly lots: bigint;
  readonly since: number;
  readonly snapshots: number;
  readonly isReported: boolean; // the user has read of it
};

/** An execution that no order of ours caused. */
export type OutsideFill = ForcedFill & {
  readonly kind: FillReport['kind'];
  readonly side: OrderSide;
  readonly at: number; // exchange time
};

/** What the actor knows of one running bot. */
export type BotMemory = {
  readonly row: BotRow;
  readonly config: BotConfig;
  readonly keys: Set<string>; // formatted keys of its events
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
  outsideFills: OutsideFill[]; // not reported yet, oldest first
  lastGate: string;
  endedAt: number | null;
};

/** A bot before its first event. Throws InvariantError when the stored configuration is invalid. */
export function newBotMemory(row: BotRow): BotMemory {
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
