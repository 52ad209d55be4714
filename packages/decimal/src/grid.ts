// Prices as whole ticks and sizes as whole lots: the two grids of an exchange, which must never be mixed up.
import { decimalOf, multiply, parseDecimal, unitsAt, type Decimal } from './decimal.ts';
import { ceilFraction, divideFractions, floorFraction, toFraction, type Fraction } from './fraction.ts';

/** A price as a whole number of an instrument's tick size. */
export type Ticks = bigint & { readonly __unit: 'ticks' };

/** A size as a whole number of an instrument's lot size (contracts / lotSz). */
export type Lots = bigint & { readonly __unit: 'lots' };

/** A whole number of ticks as a price. */
export function ticks(count: bigint): Ticks {
  return count as Ticks; // the brand's only constructor: any integer is a number of ticks
}

/** A whole number of lots as a size. */
export function lots(count: bigint): Lots {
  return count as Lots; // the brand's only constructor: any integer is a number of lots
}

/** The price rounded down to the tick grid. */
export function floorToTick(value: Fraction, tickSz: Decimal): Ticks {
  return ticks(floorFraction(divideFractions(value, toFraction(tickSz))));
}

/** The price rounded up to the tick grid. */
export function ceilToTick(value: Fraction, tickSz: Decimal): Ticks {
  return ticks(ceilFraction(divideFractions(value, toFraction(tickSz))));
}

/** The size in contracts rounded down to the lot grid. */
export function floorToLot(value: Fraction, lotSz: Decimal): Lots {
  return lots(floorFraction(divideFractions(value, toFraction(lotSz))));
}

/** The size in contracts rounded up to the lot grid. */
export function ceilToLot(value: Fraction, lotSz: Decimal): Lots {
  return lots(ceilFraction(divideFractions(value, toFraction(lotSz))));
}

/** The price of a number of ticks, in quote currency. */
export function priceOf(count: Ticks, tickSz: Decimal): Decimal {
  return multiply(decimalOf(count), tickSz);
}

/** The size of a number of lots, in contracts. */
export function sizeOf(count: Lots, lotSz: Decimal): Decimal {
  return multiply(decimalOf(count), lotSz);
}

/** A price text as ticks; undefined when it is no plain decimal or no exact multiple of the tick size. */
export function parseTicks(text: string, tickSz: Decimal): Ticks | undefined {
  const count = parseMultiple(text, tickSz);
  return count === undefined ? undefined : ticks(count);
}

/** A size text in contracts as lots; undefined when it is no plain decimal or no exact multiple of the lot size. */
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
