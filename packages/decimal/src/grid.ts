// Prices as whole numbers of ticks, and sizes as whole numbers of lots. Ticks and lots have different types, so that they cannot be confused.
import { compareDecimals, decimalOf, multiply, normalise, parseDecimal, unitsAt, type Decimal } from './decimal.ts';
import { ceilFraction, divideFractions, floorFraction, toFraction, type Fraction } from './fraction.ts';

/** A price as a whole number of the tick size of an instrument. */
export type Ticks = bigint & { readonly __unit: 'ticks' };

/** A size as a whole number of the lot size of an instrument: the number of contracts divided by `lotSz`. */
export type Lots = bigint & { readonly __unit: 'lots' };

/** Marks a whole number as a number of ticks. */
export function ticks(count: bigint): Ticks {
  return count as Ticks; // Every integer is a valid number of ticks.
}

/** Marks a whole number as a number of lots. */
export function lots(count: bigint): Lots {
  return count as Lots; // Every integer is a valid number of lots.
}

/** Rounds a price down to whole ticks. */
export function floorToTick(value: Fraction, tickSz: Decimal): Ticks {
  return ticks(floorFraction(divideFractions(value, toFraction(tickSz))));
}

/** Rounds a price up to whole ticks. */
export function ceilToTick(value: Fraction, tickSz: Decimal): Ticks {
  return ticks(ceilFraction(divideFractions(value, toFraction(tickSz))));
}

/** Rounds a size in contracts down to whole lots. */
export function floorToLot(value: Fraction, lotSz: Decimal): Lots {
  return lots(floorFraction(divideFractions(value, toFraction(lotSz))));
}

/** Rounds a size in contracts up to whole lots. */
export function ceilToLot(value: Fraction, lotSz: Decimal): Lots {
  return lots(ceilFraction(divideFractions(value, toFraction(lotSz))));
}

/** Converts a number of ticks to a price in quote currency. */
export function priceOf(count: Ticks, tickSz: Decimal): Decimal {
  return multiply(decimalOf(count), tickSz);
}

/** Converts a number of lots to a size in contracts. */
export function sizeOf(count: Lots, lotSz: Decimal): Decimal {
  return multiply(decimalOf(count), lotSz);
}

/** Returns the largest step of which both steps are multiples. It is equal to `a` when `b` is a multiple of `a`. Throws RangeError for a step of zero. */
export function commonStep(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  let [large, small] = [unitsAt(a, scale), unitsAt(b, scale)];
  if (large <= 0n || small <= 0n) throw new RangeError('A step is not positive.');
  while (small !== 0n) [large, small] = [small, large % small];
  const common = decimalOf(large, scale);
  return compareDecimals(common, a) === 0 ? a : normalise(common);
}

/** Parses a price text as ticks. Returns undefined when the text is not a plain decimal or not an exact multiple of the tick size. */
export function parseTicks(text: string, tickSz: Decimal): Ticks | undefined {
  const count = parseMultiple(text, tickSz);
  return count === undefined ? undefined : ticks(count);
}

/**
 * Parses a size text in contracts as lots. Returns undefined when the text is not a plain decimal or not an exact
 * multiple of the lot size.
 */
export function parseLots(text: string, lotSz: Decimal): Lots | undefined {
  const count = parseMultiple(text, lotSz);
  return count === undefined ? undefined : lots(count);
}

function parseMultiple(text: string, grid: Decimal): bigint | undefined {
  const value = parseDecimal(text);
  if (value === undefined) return undefined;
  const scale = Math.max(value.scale, grid.scale);
  const units = unitsAt(value, scale);
  const gridUnits = unitsAt(grid, scale);
  return units % gridUnits === 0n ? units / gridUnits : undefined;
}

/** Returns the price of a whole number of ticks as a double, for charts. Use `priceOf` for an exact price. */
export function approximatePriceOf(count: number, tickSz: Decimal): number {
  return count / (10 ** tickSz.scale / Number(tickSz.units));
}
