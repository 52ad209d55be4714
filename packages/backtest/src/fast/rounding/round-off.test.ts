// Compares the rounding of the fast loop with bigints, even where a double is not precise enough.
import { ceilFraction, floorFraction, fraction, multiplyFractions } from '@rondo/decimal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { at, ceilProduct, ceilQuotient, floorProduct, isUnsure, ticksAt } from './round-off.ts';
import { numberOf, type FastRatio } from './ratio.ts';

/** Returns the ratio n / d with this value of `isHeld`. */
function ratioOf(n: bigint, d: bigint, isHeld: boolean): FastRatio {
  const exact = fraction(n, d);
  return { value: numberOf(exact), n: Number(exact.n), d: Number(exact.d), isHeld, exact };
}

const price = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 });
const ratio = fc
  .record({ digits: fc.constantFrom(2n, 6n, 12n, 24n), part: fc.bigInt({ min: 0n, max: 10n ** 24n }) })
  .map(({ digits, part }) => ratioOf(10n ** digits + (part % 10n ** digits) / 2n, 10n ** digits, false));

test('floorProduct and ceilProduct round exactly like bigints for every number of digits', () => {
  fc.assert(
    fc.property(price, ratio, (ticks, factor) => {
      const product = multiplyFractions(fraction(BigInt(ticks)), factor.exact);
      expect(BigInt(floorProduct(ticks, factor))).toBe(floorFraction(product));
      expect(BigInt(ceilProduct(ticks, factor))).toBe(ceilFraction(product));
    }),
  );
});

test('floorProduct and ceilProduct distinguish a product that is a whole number from products slightly below and above it', () => {
  const near = 10n ** 20n;
  expect(floorProduct(100, ratioOf(near - 1n, near, false))).toBe(99);
  expect(floorProduct(100, ratioOf(near + 1n, near, false))).toBe(100);
  expect(ceilProduct(100, ratioOf(near + 1n, near, false))).toBe(101);
  expect(floorProduct(200, ratioOf(3n, 2n, true))).toBe(300);
  expect(ceilProduct(201, ratioOf(3n, 2n, true))).toBe(302);
});

test('ceilQuotient rounds a quotient up exactly like bigints', () => {
  const cost = fc.integer({ min: 1, max: 2 ** 50 });
  const lots = fc.integer({ min: 1, max: 2 ** 30 });
  fc.assert(
    fc.property(cost, lots, ratio, (sum, count, factor) => {
      const exact = multiplyFractions(fraction(BigInt(sum), BigInt(count)), factor.exact);
      expect(BigInt(ceilQuotient(sum, count, factor))).toBe(ceilFraction(exact));
    }),
  );
  expect(ceilQuotient(10, 4, ratioOf(1n, 1n, true))).toBe(3);
});

test('isUnsure returns true when a value is within its slack of an integer, and always when the slack is NaN', () => {
  expect([isUnsure(1.5, 1, 0.1), isUnsure(1.05, 1, 0.1), isUnsure(1.95, 1, 0.1)]).toEqual([false, true, true]);
  expect(isUnsure(1.5, 1, Number.NaN)).toBe(true);
});

test('at and ticksAt return zero outside the list', () => {
  expect([at(Float64Array.of(2), 0), at(Float64Array.of(2), 1)]).toEqual([2, 0]);
  expect([ticksAt(Int32Array.of(2), 0), ticksAt(Int32Array.of(2), 1)]).toEqual([2, 0]);
});
