// Exact decimal numbers: a whole number of units and a scale. Only `roundHalfUp` and `formatFixed` round.

declare const decimalBrand: unique symbol;

/**
 * An exact decimal: `units / 10^scale`. Only this package creates values of this type. Compare decimals with
 * `compareDecimals`, never with `===`.
 */
export type Decimal = { readonly units: bigint; readonly scale: number; readonly [decimalBrand]: true };

/** Returns the decimal `units / 10^scale`. The scale must be a whole number of at least 0. */
export function decimalOf(units: bigint, scale = 0): Decimal {
  return { units, scale } as Decimal; // The brand exists only in the types, so a type assertion adds it. No other function creates a `Decimal`.
}

/** The longest decimal text that is accepted, in characters. Prices, sizes and balances of exchanges are much shorter. */
export const maxDecimalLength = 40;

const plainDecimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** The decimal 0. */
export const zero: Decimal = decimalOf(0n);

// Exchanges use fewer decimal places than this, and a power costs more than the product that it is for.
const powers = Array.from({ length: 41 }, (_, exponent) => 10n ** BigInt(exponent));

/** Returns 10 to the power `exponent`, which must be a whole number of at least 0. */
export function powerOfTen(exponent: number): bigint {
  return powers[exponent] ?? 10n ** BigInt(exponent);
}

/**
 * Parses a plain decimal with an optional sign. Returns undefined for any other text, for example a text with an
 * exponent, with a blank or with more than 40 characters.
 */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > maxDecimalLength || !plainDecimal.test(text)) return undefined;
  const isNegative = text.startsWith('-');
  const unsigned = text.replace(/^[+-]/, '');
  const point = unsigned.indexOf('.');
  const digits = point < 0 ? unsigned : unsigned.slice(0, point) + unsigned.slice(point + 1);
  const scale = point < 0 ? 0 : unsigned.length - point - 1;
  const units = BigInt(digits);
  return normalise(decimalOf(isNegative ? -units : units, scale));
}

/** Parses a decimal text that is a constant or was checked before. Throws RangeError when the text is not a plain decimal. */
export function decimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (parsed === undefined)
    throw new RangeError(`The text is not a plain decimal: ${JSON.stringify(text.slice(0, 60))}`);
  return parsed;
}

/** Returns the decimal as text without an exponent and without trailing zeros. Zero is "0". */
export function formatDecimal(value: Decimal): string {
  const { units, scale } = normalise(value);
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Returns an equal value with the smallest possible scale. */
export function normalise(value: Decimal): Decimal {
  let { units, scale } = value;
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n;
    scale -= 1;
  }
  return decimalOf(units, scale);
}

/** Returns the exact sum a + b. */
export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return decimalOf(unitsAt(a, scale) + unitsAt(b, scale), scale);
}

/** Returns the exact difference a - b. */
export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, negate(b));
}

/** Returns the exact product a * b. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return normalise(decimalOf(a.units * b.units, a.scale + b.scale));
}

/** Returns -value. */
export function negate(value: Decimal): Decimal {
  return decimalOf(-value.units, value.scale);
}

/** Returns the absolute value. */
export function abs(value: Decimal): Decimal {
  return value.units < 0n ? negate(value) : value;
}

/** Compares two decimals by value. Returns -1 when `a` is below `b`, 0 when `a` equals `b`, and 1 when `a` is above `b`. */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  return signOf(subtract(a, b));
}

/** Returns the sign of a decimal: -1, 0 or 1. */
export function signOf(value: Decimal): -1 | 0 | 1 {
  if (value.units === 0n) return 0;
  return value.units < 0n ? -1 : 1;
}

/** Returns true when the value is zero. */
export function isZero(value: Decimal): boolean {
  return value.units === 0n;
}

/** Returns the smaller of two decimals. */
export function minDecimal(a: Decimal, b: Decimal): Decimal {
  return compareDecimals(a, b) <= 0 ? a : b;
}

/** Returns the larger of two decimals. */
export function maxDecimal(a: Decimal, b: Decimal): Decimal {
  return compareDecimals(a, b) >= 0 ? a : b;
}

/** Returns the exact sum of a list. The sum of an empty list is zero. */
export function sumDecimals(values: readonly Decimal[]): Decimal {
  return values.reduce(add, zero);
}

/** Rounds to at most `places` decimal places. A value halfway between two results is rounded away from zero. */
export function roundHalfUp(value: Decimal, places: number): Decimal {
  if (value.scale <= places) return value;
  const divisor = powerOfTen(value.scale - places);
  const magnitude = (abs(value).units + divisor / 2n) / divisor;
  return decimalOf(value.units < 0n ? -magnitude : magnitude, places);
}

/**
 * Returns the decimal as text with exactly `places` decimal places. A value halfway between two results is rounded away
 * from zero. Examples with 2 places: 12.5 is "12.50", and 0.125 is "0.13".
 */
export function formatFixed(value: Decimal, places: number): string {
  const rounded = roundHalfUp(value, places);
  const units = unitsAt(rounded, places);
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const sign = units < 0n ? '-' : '';
  if (places === 0) return sign + digits;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Returns the units of a value at this scale, which must not be smaller than the scale of the value. */
export function unitsAt(value: Decimal, scale: number): bigint {
  return value.scale === scale ? value.units : value.units * powerOfTen(scale - value.scale);
}
