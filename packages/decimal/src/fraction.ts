// Exact fractions, for averages, weights and ratios that have no exact decimal.
import { decimalOf, powerOfTen, type Decimal } from './decimal.ts';

declare const fractionBrand: unique symbol;

/** An exact fraction n/d in lowest terms with a positive denominator. Only this package creates values of this type. */
export type Fraction = { readonly n: bigint; readonly d: bigint; readonly [fractionBrand]: true };

/**
 * The direction in which a fraction is rounded: `up` toward plus infinity, `down` toward minus infinity, and `halfUp`
 * to the nearest value. With `halfUp`, a value halfway between two results is rounded away from zero.
 */
export type RoundingDirection = 'up' | 'down' | 'halfUp';

/** Returns n/d in lowest terms. Throws RangeError when d is zero. */
export function fraction(n: bigint, d: bigint = 1n): Fraction {
  if (d === 0n) throw new RangeError('The denominator of a fraction is zero.');
  if (d === 1n) return lowest(n, d);
  const sign = d < 0n ? -1n : 1n;
  const divisor = gcd(n < 0n ? -n : n, d < 0n ? -d : d);
  return lowest((sign * n) / divisor, (sign * d) / divisor);
}

/** The fraction 0. */
export const zeroFraction: Fraction = lowest(0n, 1n);

/** The fraction 1. */
export const oneFraction: Fraction = lowest(1n, 1n);

/** Converts a decimal to the equal fraction. */
export function toFraction(value: Decimal): Fraction {
  return fraction(value.units, powerOfTen(value.scale));
}

/** Returns the exact sum a + b. */
export function addFractions(a: Fraction, b: Fraction): Fraction {
  return fraction(a.n * b.d + b.n * a.d, a.d * b.d);
}

/** Returns the exact difference a - b. */
export function subtractFractions(a: Fraction, b: Fraction): Fraction {
  return fraction(a.n * b.d - b.n * a.d, a.d * b.d);
}

/** Returns the exact product a * b. */
export function multiplyFractions(a: Fraction, b: Fraction): Fraction {
  return fraction(a.n * b.n, a.d * b.d);
}

/** Returns the exact quotient a / b. Throws RangeError when b is zero. */
export function divideFractions(a: Fraction, b: Fraction): Fraction {
  return fraction(a.n * b.d, a.d * b.n);
}

/** Returns -value. */
export function negateFraction(value: Fraction): Fraction {
  return lowest(-value.n, value.d);
}

/** Returns the value to the power `exponent`, which must be a whole number of at least 0. */
export function powerOf(value: Fraction, exponent: number): Fraction {
  return lowest(value.n ** BigInt(exponent), value.d ** BigInt(exponent));
}

/** Compares two fractions. Returns -1 when `a` is below `b`, 0 when `a` equals `b`, and 1 when `a` is above `b`. */
export function compareFractions(a: Fraction, b: Fraction): -1 | 0 | 1 {
  const difference = a.n * b.d - b.n * a.d;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** Returns the smaller of two fractions. */
export function minFraction(a: Fraction, b: Fraction): Fraction {
  return compareFractions(a, b) <= 0 ? a : b;
}

/** Returns the larger of two fractions. */
export function maxFraction(a: Fraction, b: Fraction): Fraction {
  return compareFractions(a, b) >= 0 ? a : b;
}

/** Returns the sign of a fraction: -1, 0 or 1. */
export function signOfFraction(value: Fraction): -1 | 0 | 1 {
  if (value.n === 0n) return 0;
  return value.n < 0n ? -1 : 1;
}

/** Returns the largest integer that is not above the value. */
export function floorFraction(value: Fraction): bigint {
  const quotient = value.n / value.d;
  return value.n < 0n && quotient * value.d !== value.n ? quotient - 1n : quotient;
}

/** Returns the smallest integer that is not below the value. */
export function ceilFraction(value: Fraction): bigint {
  return -floorFraction(negateFraction(value));
}

/** Converts a fraction to a decimal with at most `places` decimal places, rounded in the given direction. */
export function fractionToDecimal(value: Fraction, places: number, direction: RoundingDirection): Decimal {
  const scaled = fraction(value.n * powerOfTen(places), value.d);
  return decimalOf(roundToInteger(scaled, direction), places);
}

/** Creates a fraction from a numerator and a denominator that are already in lowest terms. */
function lowest(n: bigint, d: bigint): Fraction {
  return { n, d } as Fraction; // The brand exists only in the types, so a type assertion adds it. No other function creates a `Fraction`.
}

function roundToInteger(value: Fraction, direction: RoundingDirection): bigint {
  if (direction === 'down') return floorFraction(value);
  if (direction === 'up') return ceilFraction(value);
  const half = fraction(1n, 2n);
  return value.n < 0n
    ? -floorFraction(addFractions(negateFraction(value), half))
    : floorFraction(addFractions(value, half));
}

/**
 * Returns the greatest common divisor with the algorithm of Euclid. The function computes with doubles as soon as
 * doubles represent both numbers exactly, because doubles are many times faster than bigints.
 */
function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y > largestSafe) [x, y] = [y, x % y];
  if (y === 0n) return x;
  let [big, small] = [Number(y), Number(x % y)];
  while (small !== 0) [big, small] = [small, big % small];
  return BigInt(big);
}

const largestSafe = BigInt(Number.MAX_SAFE_INTEGER);
