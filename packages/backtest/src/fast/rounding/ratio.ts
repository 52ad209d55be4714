// The ratios of the fast loop: the nearest double and the exact number.
import type { Fraction } from '@rondo/decimal';

/** A ratio as the nearest double and as whole numbers. `isHeld`: its products with every price are exact in doubles. */
export type Ratio = {
  readonly value: number;
  readonly n: number;
  readonly d: number;
  readonly isHeld: boolean;
  readonly exact: Fraction;
};

/** One position tier: up to this many lots, a position of value V is liquidated when its equity is `1 - divisor` of V. */
export type FastTier = { readonly maxLots: number; readonly divisor: Ratio };

/** The nearest double of a fraction. */
export function numberOf(value: Fraction): number {
  const n = Number(value.n);
  const d = Number(value.d);
  if (Number.isSafeInteger(n) && Number.isSafeInteger(d)) return n / d;
  // Cut to 120 bits behind the point, so that only the conversion to a double rounds.
  return Number((value.n << 120n) / value.d) / 2 ** 120;
}
