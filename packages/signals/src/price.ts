// Converts a price in ticks to the double that a signal computes with, and a double to its decimal text.
import { powerOfTen, type Decimal } from '@rondo/decimal';

/**
 * Returns the double that is nearest to the price, which is also the double of its decimal text. The product of ticks and tick size is a whole
 * number below 2^53, and the division by a power of ten rounds once.
 */
export function priceOf(ticks: number, tickSz: Decimal): number {
  return pricesIn(tickSz)(ticks);
}

/** Returns the function that converts many prices in ticks of one size, as `priceOf` converts one. */
export function pricesIn(tickSz: Decimal): (ticks: number) => number {
  const [units, divisor] = [Number(tickSz.units), Number(powerOfTen(tickSz.scale))];
  return (ticks) => (ticks * units) / divisor;
}

/** Returns the shortest decimal text that gives the same double. The text has no exponent. Throws RangeError for a number that is no price. */
export function priceText(value: number): string {
  const [digits = '', exponent] = String(value).split('e-');
  if (!/^\d+(\.\d+)?$/.test(digits)) throw new RangeError(`${value} is not a price.`);
  return exponent === undefined ? digits : `0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`;
}
