// A lot of one step: the size that was entered since the lot was last zero, and the part of this size that was closed.
import { add, fraction, zero, zeroFraction, type Decimal, type Fraction } from '@rondo/decimal';
import type { Lot } from '../types.ts';

/** This lot has no fill. */
export const emptyLot: Lot = { entered: 0n, cost: 0n, exited: 0n, proceeds: 0n, fees: zero };

/** Returns the open size of the lot, in lots. */
export function openLots(lot: Lot): bigint {
  return lot.entered - lot.exited;
}

/** Returns the lot after an entry of `fill.lots` at the price `fill.price` in ticks. */
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

/** Returns the lot after an exit of `fill.lots` at the price `fill.price` in ticks. */
export function exitLot(lot: Lot, fill: { readonly price: bigint; readonly lots: bigint; readonly fee: Decimal }): Lot {
  return {
    ...lot,
    exited: lot.exited + fill.lots,
    proceeds: lot.proceeds + fill.price * fill.lots,
    fees: add(lot.fees, fill.fee),
  };
}

/**
 * Divides a lot into its closed part and its open part. The open part has its share of the cost, rounded down to whole ticks x lots, and
 * no fee.
 */
export function splitLot(lot: Lot): { readonly closed: Lot; readonly open: Lot } {
  const size = openLots(lot);
  if (size === 0n) return { closed: lot, open: emptyLot };
  const cost = (lot.cost * size) / lot.entered;
  return {
    closed: { ...lot, entered: lot.exited, cost: lot.cost - cost },
    open: { ...emptyLot, entered: size, cost },
  };
}

/** Returns the sum of two lots. */
export function joinLots(a: Lot, b: Lot): Lot {
  return {
    entered: a.entered + b.entered,
    cost: a.cost + b.cost,
    exited: a.exited + b.exited,
    proceeds: a.proceeds + b.proceeds,
    fees: add(a.fees, b.fees),
  };
}

/** Returns the cost of the open part of the lot at the average price of the lot, in ticks x lots. */
export function openCost(lot: Lot): Fraction {
  return lot.entered === 0n ? zeroFraction : fraction(lot.cost * openLots(lot), lot.entered);
}

/**
 * Returns the gain of the closed part of the lot compared with the average price of the lot, in ticks x lots. The sign
 * of the direction is not applied.
 */
export function closedGain(lot: Lot): Fraction {
  return lot.entered === 0n ? zeroFraction : fraction(lot.proceeds * lot.entered - lot.cost * lot.exited, lot.entered);
}
