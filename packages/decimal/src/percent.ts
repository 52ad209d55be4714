// Percents and ratios as different types, so that they cannot be confused: 1.5 % is the percent 1.5 and the ratio 0.015.
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

/** A number of hundredths as people type it: 1.5 stands for 1.5 %. */
export type Percent = Decimal & { readonly [percentBrand]: true };

/** A share of a whole as formulas use it: 0.015 stands for 1.5 %. */
export type Ratio = Fraction & { readonly [ratioBrand]: true };

const hundred = fraction(100n);

/** Brands a decimal that counts hundredths. */
export function asPercent(value: Decimal): Percent {
  return value as Percent; // one of two constructors of the brand: the caller names the unit
}

/** Brands a fraction that is a share of a whole. */
export function asRatio(value: Fraction): Ratio {
  return value as Ratio; // the constructor of the brand: the caller names the unit
}

/** The ratio n/d; throws RangeError when d is zero. */
export function ratio(n: bigint, d: bigint = 1n): Ratio {
  return asRatio(fraction(n, d));
}

/** Reads a percent text such as "1.5"; undefined when it is not a plain decimal. */
export function parsePercent(text: string): Percent | undefined {
  const value = parseDecimal(text);
  return value === undefined ? undefined : asPercent(value);
}

/** Reads a percent text that is known to be well formed; throws RangeError otherwise. */
export function percent(text: string): Percent {
  return asPercent(decimal(text));
}

/** The exact ratio of a percent: 1.5 becomes 0.015. */
export function percentToRatio(value: Percent): Ratio {
  return asRatio(divideFractions(toFraction(value), hundred));
}

/** The percent of a ratio, rounded half up to at most `places` decimal places: 0.015 becomes 1.5. */
export function ratioToPercent(value: Ratio, places: number): Percent {
  return asPercent(normalise(fractionToDecimal(multiplyFractions(value, hundred), places, 'halfUp')));
}
