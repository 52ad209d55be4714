// The ratios of the fast loop. A ratio has the nearest double and the exact number.
import type { Fraction } from '@rondo/decimal';

/**
 * A ratio as the nearest double and as a fraction of whole numbers. When `isHeld` is true, the product of the ratio
 * with any price is exact in doubles.
 */
export type FastRatio = {
  readonly value: number;
  readonly n: number;
  readonly d: number;
  readonly isHeld: boolean;
  readonly exact: Fraction;
};

/** One position tier, for up to `maxLots` lots. A position of value V is liquidated when its equity is (1 - `divisor`) * V. */
export type FastTier = { readonly maxLots: number; readonly divisor: FastRatio };

/** Returns the double that is nearest to a fraction. */
export function numberOf(value: Fraction): number {
  const n = Number(value.n);
  const d = Number(value.d);
  if (Number.isSafeInteger(n) && Number.isSafeInteger(d)) return n / d;
  // The quotient is truncated to 120 binary places, so that only the conversion to a double rounds.
  return Number((value.n << 120n) / value.d) / 2 ** 120;
}
