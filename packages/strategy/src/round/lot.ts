// A lot of one step: the size entered since it was last zero, and the size closed of it.
import { add, fraction, zero, zeroFraction, type Decimal, type Fraction } from '@rondo/decimal';
import type { Lot } from '../types.ts';

/** A lot without any fill. */
export const emptyLot: Lot = { entered: 0n, cost: 0n, exited: 0n, proceeds: 0n, fees: zero };

/** The open size of the lot, in lots. */
export function openLots(lot: Lot): bigint {
  return lot.entered - lot.exited;
}

/** Returns the lot after `fill.lots` were entered at `fill.price`, in ticks. */
export function enterLot(
  lot: Lot,
  fill: { readonly price: bigint; readonly lots: bigint; readonly fee: Decimal },
): Lot {
  return {
    ...lot,
    entered: lot.entered + fill.lots,
    cost: lot.cost + fill.price * fill.lots,
    fees: add(lot.fees, fill.fee),
  };
}

/** Returns the lot after `fill.lots` of it were closed at `fill.price`, in ticks. */
export function exitLot(lot: Lot, fill: { readonly price: bigint; readonly lots: bigint; readonly fee: Decimal }): Lot {
  return {
    ...lot,
    exited: lot.exited + fill.lots,
    proceeds: lot.proceeds + fill.price * fill.lots,
    fees: add(lot.fees, fill.fee),
  };
}

/** Ticks x lots paid for the part that is still open, at the lot's own average. */
export function openCost(lot: Lot): Fraction {
  return lot.entered === 0n ? zeroFraction : fraction(lot.cost * openLots(lot), lot.entered);
}

/** Ticks x lots gained (before the direction's sign) on the part that was closed, against the lot's own average. */
export function closedGain(lot: Lot): Fraction {
  return lot.entered === 0n ? zeroFraction : fraction(lot.proceeds * lot.entered - lot.cost * lot.exited, lot.entered);
}
