// Cross and isolated margin: the position an order belongs to, and the leverage of that position.
import { text, type Raw } from '../wire/envelope.ts';
import type { Account, MarginMode, PosSide } from '../state/records.ts';

/** The identity of a position within its account. Absent `mgnMode` means cross. */
export interface Slot {
  readonly instId: string;
  readonly posSide: PosSide;
  readonly mgnMode?: MarginMode;
}

/** Default leverage (as on OKX). */
const LEVERAGE = 3;

/** Margin mode of a record; cross when it has none. */
export function modeOf(slot: { readonly mgnMode?: MarginMode }): MarginMode {
  return slot.mgnMode ?? 'cross';
}

/** Whether a record has isolated margin. */
export function isIsolated(slot: { readonly mgnMode?: MarginMode }): boolean {
  return slot.mgnMode === 'isolated';
}

/** Parses a margin mode; undefined for an unknown one. */
export function readMode(raw: Raw, name: string): MarginMode | undefined {
  const mode = text(raw, name);
  return mode === 'cross' || mode === 'isolated' ? mode : undefined;
}

/** The field of a record for isolated margin; no field for cross. */
export function modeFields(mode: MarginMode): { readonly mgnMode?: MarginMode } {
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

/** Key of a leverage: cross margin has one per instrument, isolated margin one per position. */
export function leverageKey(slot: Slot): string {
  return isIsolated(slot) ? positionKey(slot) : slot.instId;
}

/** Leverage of an account for a position. */
export function leverageOf(account: Account, slot: Slot): number {
  return account.leverage[leverageKey(slot)] ?? LEVERAGE;
}
