// Exact decimal numbers: an integer of units and a scale, rounded only by `roundHalfUp` and `formatFixed`.

declare const decimalBrand: unique symbol;

/** An exact decimal: `units / 10^scale`. Only this package makes one. Compare with `compareDecimals`, never with `===`. */
export type Decimal = { readonly units: bigint; readonly scale: number; readonly [decimalBrand]: true };

/** The decimal `units / 10^scale`; the scale is a whole number of at least 0. */
export function decimalOf(units: bigint, scale = 0): Decimal {
  return { units, scale } as Decimal; // the brand's only constructor: the brand exists in types alone
}

/** The longest text accepted: 40 characters hold every price, size and balance of an exchange with room to spare. */
export const maxDecimalLength = 40;

const plainDecimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Zero. */
export const zero: Decimal = decimalOf(0n);

/** Ten to a non-negative whole power. */
export function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

/** Reads a plain decimal with an optional sign. Exponents, blanks and texts over 40 characters give undefined. */
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

/** Reads a decimal that is known to be well formed (a constant or a checked text); throws RangeError otherwise. */
export function decimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (parsed === undefined) throw new RangeError(`not a plain decimal: ${JSON.stringify(text.slice(0, 60))}`);
  return parsed;
}

/** Prints a decimal plainly: no exponent, no trailing zeros, "0" for zero. */
export function formatDecimal(value: Decimal): string {
  const { units, scale } = normalise(value);
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The same value with the smallest scale that holds it. */
export function normalise(value: Decimal): Decimal {
  let { units, scale } = value;
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n;
    scale -= 1;
  }
  return decimalOf(units, scale);
}

/** Exact sum. */
export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return decimalOf(unitsAt(a, scale) + unitsAt(b, scale), scale);
}

/** Exact difference a - b. */
export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, negate(b));
}

/** Exact product. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return normalise(decimalOf(a.units * b.units, a.scale + b.scale));
}

/** The same magnitude with the other sign. */
export function negate(value: Decimal): Decimal {
  return decimalOf(-value.units, value.scale);
}

/** The value without its sign. */
export function abs(value: Decimal): Decimal {
  return value.units < 0n ? negate(value) : value;
}

/** Compares by value: -1 when a is below b, 0 when they are equal, 1 when a is above b. */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  return signOf(subtract(a, b));
}

/** -1, 0 or 1. */
export function signOf(value: Decimal): -1 | 0 | 1 {
  if (value.units === 0n) return 0;
  return value.units < 0n ? -1 : 1;
}

/** True for zero of any scale. */
export function isZero(value: Decimal): boolean {
  return value.units === 0n;
}

/** The smaller of two by value. */
export function minDecimal(a: Decimal, b: Decimal): Decimal {
  return compareDecimals(a, b) <= 0 ? a : b;
}

/** The larger of two by value. */
export function maxDecimal(a: Decimal, b: Decimal): Decimal {
  return compareDecimals(a, b) >= 0 ? a : b;
}

/** The exact sum of a list; zero for an empty one. */
export function sumDecimals(values: readonly Decimal[]): Decimal {
  return values.reduce(add, zero);
}

/** Rounds to a number of decimal places, halves away from zero. */
export function roundHalfUp(value: Decimal, places: number): Decimal {
  if (value.scale <= places) return value;
  const divisor = powerOfTen(value.scale - places);
  const magnitude = (abs(value).units + divisor / 2n) / divisor;
  return decimalOf(value.units < 0n ? -magnitude : magnitude, places);
}

/** Prints with exactly this many places, rounded half away from zero: "12.50" for 12.5 and 2. */
export function formatFixed(value: Decimal, places: number): string {
  const rounded = roundHalfUp(value, places);
  const units = unitsAt(rounded, places);
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const sign = units < 0n ? '-' : '';
  if (places === 0) return sign + digits;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The units of a value at the given scale, which must not be smaller than the scale of the value. */
export function unitsAt(value: Decimal, scale: number): bigint {
  return value.units * powerOfTen(scale - value.scale);
}
