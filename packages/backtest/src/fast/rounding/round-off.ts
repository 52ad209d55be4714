// Rounds a product or quotient in doubles, and detects when a double is not precise enough (ADR 12).
import { ceilFraction, floorFraction, fraction, multiplyFractions } from '@rondo/decimal';
import { maxExactInteger } from '../../limits.ts';
import type { Ratio } from './ratio.ts';

/** Two roundings of a product below 2^31 ticks err by at most 2^-21. */
export const productSlack = 2 ** -20;

/** Thrown when a number leaves the range in which doubles are exact: the reducer then walks the configuration. */
export class OutOfBounds extends Error {}

/** An element that always exists; 0 outside the list. One function per kind of array, so that the compiler knows the kind. */
export function at(list: Float64Array, index: number): number {
  return list[index] ?? 0;
}

/** The same for a column of prices. */
export function ticksAt(list: Int32Array, index: number): number {
  return list[index] ?? 0;
}

/** True when a value within `slack` of this one may round down or up to another integer; `floor` is its rounding down. */
export function isUnsure(value: number, floor: number, slack: number): boolean {
  const part = value - floor;
  // Written so that a slack that is not a number is unsure as well.
  return !(part >= slack && part <= 1 - slack);
}

/** floor(price * ratio), exact. */
export function floorProduct(price: number, ratio: Ratio): number {
  return Math.floor(ratio.isHeld ? (price * ratio.n) / ratio.d : Number(floorExactly(price, ratio)));
}

/** ceil(price * ratio), exact. */
export function ceilProduct(price: number, ratio: Ratio): number {
  return Math.ceil(ratio.isHeld ? (price * ratio.n) / ratio.d : -floorExactly(-price, ratio));
}

/** floor(price * ratio), exact, with bigints where doubles are not precise enough. */
export function floorExactly(price: number, ratio: Ratio): number {
  if (Math.abs(price * ratio.n) + ratio.d < maxExactInteger) return Math.floor((price * ratio.n) / ratio.d);
  const raw = price * ratio.value;
  const floor = Math.floor(raw);
  if (!isUnsure(raw, floor, productSlack)) return floor;
  return Number(floorFraction(multiplyFractions(fraction(BigInt(price)), ratio.exact)));
}

/** ceil(cost * ratio / lots), exact for every ratio. */
export function ceilQuotient(cost: number, lots: number, ratio: Ratio): number {
  const above = cost * ratio.n;
  const below = lots * ratio.d;
  if (Math.abs(above) + below < maxExactInteger) return Math.ceil(above / below);
  return Number(ceilFraction(multiplyFractions(fraction(BigInt(cost), BigInt(lots)), ratio.exact)));
}
