// The slots of a bot, their order counters, and the exits that rest in them.
import type { Lots, Ticks } from '@rondo/decimal';

/** The purpose of an order. Each kind has its own price rule (strategy 3). */
export type SlotKind = 'entry' | 'takeProfit' | 'baseExit' | 'close' | 'stopLoss';
/** The place of an order in a bot. `step` counts from 1. It is 0 for baseExit, close and stopLoss. */
export type Slot = { readonly kind: SlotKind; readonly round: number; readonly step: number };

/** The price and the total size of an exit that rests at the exchange. `price` is the trigger price of a stop loss. */
export type RestingTerms = { readonly price: Ticks; readonly lots: Lots };

/**
 * An exit that rests at the exchange. The terms have the units of the state before the event. They are null while they are unknown, for
 * example before the first reading after a restart; the exit then counts as resting with its desired terms.
 */
export type RestingExit = { readonly slot: Slot; readonly generation: number; readonly terms: RestingTerms | null };

/** The exits of a bot that rest at the exchange. */
export type RestingExits = readonly RestingExit[];

/**
 * The order counter of one slot: the generation, the lots that this generation has filled, and the number of rejections
 * since the last fill. `deferrals` is the number of transient refusals since the last fill, and is absent when there were none. `kept` is present when the order of this generation is an exit that the present rules would refuse, and that stays
 * as it rests (strategy 3.8).
 */
export type SlotProgress = {
  readonly generation: number;
  readonly filled: bigint;
  readonly rejections: number;
  readonly deferrals?: number;
  readonly kept?: RestingTerms;
};
