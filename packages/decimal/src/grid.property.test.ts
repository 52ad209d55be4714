import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals, decimal, formatDecimal } from './decimal.ts';
import { compareFractions, fraction, toFraction } from './fraction.ts';
import { ceilToLot, floorToLot, floorToTick, lots, parseLots, parseTicks, priceOf, sizeOf, ticks } from './grid.ts';

const grids = fc.constantFrom('0.01', '0.5', '0.0001', '1', '5', '0.25', '100').map(decimal);
const price = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 10n ** 6n }))
  .map(([n, d]) => fraction(n, d));

test('a price is between its floor in ticks and the next tick, and a size is between its floor and its ceiling in lots, which differ by at most one', () => {
  fc.assert(
    fc.property(price, grids, (value, grid) => {
      for (const [low, high] of [
        [priceOf(floorToTick(value, grid), grid), priceOf(ticks(floorToTick(value, grid) + 1n), grid)],
        [sizeOf(floorToLot(value, grid), grid), sizeOf(ceilToLot(value, grid), grid)],
      ] as const) {
        expect(compareFractions(toFraction(low), value)).toBeLessThanOrEqual(0);
        expect(compareFractions(toFraction(high), value)).toBeGreaterThanOrEqual(0);
      }
      expect(ceilToLot(value, grid) - floorToLot(value, grid)).toBeLessThanOrEqual(1n);
    }),
  );
});

test('a formatted price or size is parsed as the same number of ticks or lots', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), grids, (count, grid) => {
      expect(parseTicks(formatDecimal(priceOf(ticks(count), grid)), grid)).toBe(count);
      expect(parseLots(formatDecimal(sizeOf(lots(count), grid)), grid)).toBe(count);
    }),
  );
});

test('a text is refused when its number is not a multiple of the tick or lot size, or when the text is not a number', () => {
  expect(parseTicks('1.005', decimal('0.01'))).toBeUndefined();
  expect(parseTicks('7', decimal('5'))).toBeUndefined();
  expect(parseLots('0.015', decimal('0.01'))).toBeUndefined();
  expect(parseLots('1e2', decimal('0.01'))).toBeUndefined();
  expect(compareDecimals(priceOf(ticks(150n), decimal('0.01')), decimal('1.5'))).toBe(0);
});
