// Rounds a product or a quotient of doubles, and detects when a double is not precise enough (ADR 12).
import { ceilFraction, floorFraction, fraction, multiplyFractions } from '@rondo/decimal';
import { maxExactInteger } from '../../limits.ts';
import type { FastRatio } from './ratio.ts';

/** The error of two roundings of a product below 2^31 ticks is at most 2^-21. The larger value adds a safety margin. */
export const productSlack = 2 ** -20;

/** The error for a number outside the range in which doubles are exact. The reducer then simulates the configuration. */
export class OutOfBounds extends Error {}

/**
 * Returns the element at an index, or 0 outside the list. Each kind of array has its own function, so that the compiler
 * knows the kind of the array.
 */
export function at(list: Float64Array, index: number): number {
  return list[index] ?? 0;
}

/** Returns an element of a column of prices, or 0 outside the column. */
export function ticksAt(list: Int32Array, index: number): number {
  return list[index] ?? 0;
}

/**
 * Returns true when the exact number could round to another integer, because the exact number may differ from `value`
 * by `slack`. `floor` is `value` rounded down.
 */
export function isUnsure(value: number, floor: number, slack: number): boolean {
  const part = value - floor;
  // The condition is negated as a whole, so that a slack of NaN also returns true.
  return !(part >= slack && part <= 1 - slack);
}

/** Returns floor(price * ratio). The result is exact. */
export function floorProduct(price: number, ratio: FastRatio): number {
  return Math.floor(ratio.isHeld ? (price * ratio.n) / ratio.d : Number(floorExactly(price, ratio)));
}

/** Returns ceil(price * ratio). The result is exact. */
export function ceilProduct(price: number, ratio: FastRatio): number {
  return Math.ceil(ratio.isHeld ? (price * ratio.n) / ratio.d : -floorExactly(-price, ratio));
}

/** Returns floor(price * ratio). The result is exact, because bigints are used where doubles are not precise enough. */
export function floorExactly(price: number, ratio: FastRatio): number {
  if (Math.abs(price * ratio.n) + ratio.d < maxExactInteger) return Math.floor((price * ratio.n) / ratio.d);
  const raw = price * ratio.value;
  const floor = Math.floor(raw);
  if (!isUnsure(raw, floor, productSlack)) return floor;
  return Number(floorFraction(multiplyFractions(fraction(BigInt(price)), ratio.exact)));
}

/** Returns ceil(cost * ratio / lots). The result is exact for every ratio. */
export function ceilQuotient(cost: number, lots: number, ratio: FastRatio): number {
  const above = cost * ratio.n;
  const below = lots * ratio.d;
  if (Math.abs(above) + below < maxExactInteger) return Math.ceil(above / below);
  return Number(ceilFraction(multiplyFractions(fraction(BigInt(cost), BigInt(lots)), ratio.exact)));
}
