// Cross and isolated margin: the position to which an order belongs, and the leverage of the position.
import { text, type Raw } from '../wire/envelope.ts';
import type { Account, MarginMode, PosSide } from '../state/records.ts';

/** The identity of a position within its account. A slot without `mgnMode` has cross margin. */
export interface PositionSlot {
  readonly instId: string;
  readonly posSide: PosSide;
  readonly mgnMode?: MarginMode;
}

/** The leverage of a position until the account sets another leverage. OKX has the same default. */
const LEVERAGE = 3;

/** Returns the margin mode of a record. A record without `mgnMode` has cross margin. */
export function modeOf(slot: { readonly mgnMode?: MarginMode }): MarginMode {
  return slot.mgnMode ?? 'cross';
}

/** Returns whether a record has isolated margin. */
export function isIsolated(slot: { readonly mgnMode?: MarginMode }): boolean {
  return slot.mgnMode === 'isolated';
}

/** Parses a margin mode. Returns undefined for an unknown mode. */
export function readMode(raw: Raw, name: string): MarginMode | undefined {
  const mode = text(raw, name);
  return mode === 'cross' || mode === 'isolated' ? mode : undefined;
}

/** Returns the fields of a record for a margin mode: the field `mgnMode` for isolated margin, and no field for cross margin. */
export function modeFields(mode: MarginMode): { readonly mgnMode?: MarginMode } {
  return mode === 'isolated' ? { mgnMode: mode } : {};
}

/** Returns the key of a position among the positions of its account. */
export function positionKey(slot: PositionSlot): string {
  return `${slot.instId}:${slot.posSide}${isIsolated(slot) ? ':isolated' : ''}`;
}

/** Returns whether two orders or positions have the same position slot: instrument, position side and margin mode. */
export function isSameSlot(one: PositionSlot, other: PositionSlot): boolean {
  return one.instId === other.instId && one.posSide === other.posSide && modeOf(one) === modeOf(other);
}

/** Returns the key of a leverage. Cross margin has one leverage per instrument, and isolated margin has one leverage per position. */
export function leverageKey(slot: PositionSlot): string {
  return isIsolated(slot) ? positionKey(slot) : slot.instId;
}

/** Returns the leverage of an account for a position. */
export function leverageOf(account: Account, slot: PositionSlot): number {
  return account.leverage[leverageKey(slot)] ?? LEVERAGE;
}
