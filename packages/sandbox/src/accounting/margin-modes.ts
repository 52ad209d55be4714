// Cross and isolated margin side by side: which position an order belongs to, and the leverage that holds for it.
import { text, type Raw } from '../wire/envelope.ts';
import type { Account, MarginMode, PosSide } from '../state/records.ts';

/** What makes a position one of its own. Absent `mgnMode` is cross. */
export interface Slot {
  readonly instId: string;
  readonly posSide: PosSide;
  readonly mgnMode?: MarginMode;
}

/** Leverage until it is set (OKX's usual default). */
const LEVERAGE = 3;

export function modeOf(slot: { readonly mgnMode?: MarginMode }): MarginMode {
  return slot.mgnMode ?? 'cross';
}

export function isIsolated(slot: { readonly mgnMode?: MarginMode }): boolean {
  return slot.mgnMode === 'isolated';
}

/** The margin mode a field names; undefined for another word. */
export function readMode(raw: Raw, name: string): MarginMode | undefined {
  const mode = text(raw, name);
  return mode === 'cross' || mode === 'isolated' ? mode : undefined;
}

/** The part of a record that says isolated; nothing for cross. */
export function modePart(mode: MarginMode): { readonly mgnMode?: MarginMode } {
  return mode === 'isolated' ? { mgnMode: mode } : {};
}

/** The key of a position among its account's positions. */
export function positionKey(slot: Slot): string {
  return `${slot.instId}:${slot.posSide}${isIsolated(slot) ? ':isolated' : ''}`;
}

/** Whether two orders or positions share one position. */
export function isSameSlot(one: Slot, other: Slot): boolean {
  return one.instId === other.instId && one.posSide === other.posSide && modeOf(one) === modeOf(other);
}

/** Cross leverage is one for an instrument; isolated leverage is one for each of its positions. */
export function leverageKey(slot: Slot): string {
  return isIsolated(slot) ? positionKey(slot) : slot.instId;
}

/** Leverage of an account for a position. */
export function leverageOf(account: Account, slot: Slot): number {
  return account.leverage[leverageKey(slot)] ?? LEVERAGE;
}
