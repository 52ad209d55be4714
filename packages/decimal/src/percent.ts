// Percents and ratios have different types, so that they cannot be confused: 1.5 % is the percent 1.5 and the ratio 0.015.
import { decimal, normalise, parseDecimal, type Decimal } from './decimal.ts';
import {
  divideFractions,
  fraction,
  fractionToDecimal,
  multiplyFractions,
  toFraction,
  type Fraction,
} from './fraction.ts';

declare const percentBrand: unique symbol;
declare const ratioBrand: unique symbol;

/** A percent as people type it: the number 1.5 means 1.5 %. */
export type Percent = Decimal & { readonly [percentBrand]: true };

/** A part of a whole as formulas use it: the number 0.015 means 1.5 %. */
export type Ratio = Fraction & { readonly [ratioBrand]: true };

const hundred = fraction(100n);

/** Marks a decimal as a percent. The value does not change. */
export function asPercent(value: Decimal): Percent {
  return value as Percent; // The function cannot check the unit. The caller must pass a number of the right unit.
}

/** Marks a fraction as a ratio. The value does not change. */
export function asRatio(value: Fraction): Ratio {
  return value as Ratio; // The function cannot check the unit. The caller must pass a number of the right unit.
}

/** Returns the ratio n/d. Throws RangeError when d is zero. */
export function ratio(n: bigint, d: bigint = 1n): Ratio {
  return asRatio(fraction(n, d));
}

/** Parses a percent text such as "1.5". Returns undefined when the text is not a plain decimal. */
export function parsePercent(text: string): Percent | undefined {
  const value = parseDecimal(text);
  return value === undefined ? undefined : asPercent(value);
}

/** Parses a percent text of our own, such as a constant. Throws RangeError when the text is not a plain decimal. */
export function percent(text: string): Percent {
  return asPercent(decimal(text));
}

/** Converts a percent to the equal ratio: 1.5 becomes 0.015. */
export function percentToRatio(value: Percent): Ratio {
  return asRatio(divideFractions(toFraction(value), hundred));
}

/**
 * Converts a ratio to a percent with at most `places` decimal places: 0.015 becomes 1.5. A value halfway between two
 * results is rounded away from zero.
 */
export function ratioToPercent(value: Ratio, places: number): Percent {
  return asPercent(normalise(fractionToDecimal(multiplyFractions(value, hundred), places, 'halfUp')));
}
