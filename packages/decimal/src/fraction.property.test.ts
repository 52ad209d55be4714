import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, formatDecimal } from './decimal.ts';
import {
  addFractions,
  ceilFraction,
  compareFractions,
  divideFractions,
  floorFraction,
  fraction,
  fractionToDecimal,
  maxFraction,
  minFraction,
  multiplyFractions,
  negateFraction,
  oneFraction,
  powerOf,
  subtractFractions,
  toFraction,
  zeroFraction,
  type Fraction,
} from './fraction.ts';

const whole = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const anyFraction: fc.Arbitrary<Fraction> = fc
  .tuple(whole, fc.bigInt({ min: 1n, max: 10n ** 9n }))
  .map(([n, d]) => fraction(n, d));

test('a fraction is in lowest terms and has its sign in the numerator', () => {
  expect(fraction(6n, -4n)).toEqual({ n: -3n, d: 2n });
  expect(fraction(0n, 7n)).toEqual({ n: 0n, d: 1n });
  expect(fraction(5n)).toEqual({ n: 5n, d: 1n });
  expect(toFraction(decimal('-1.50'))).toEqual({ n: -3n, d: 2n });
});

test('a fraction with the denominator zero is refused', () => {
  expect(() => fraction(1n, 0n)).toThrow(RangeError);
  expect(() => divideFractions(oneFraction, zeroFraction)).toThrow(RangeError);
});

test('the sums, products and quotients of fractions obey the laws of a field exactly', () => {
  fc.assert(
    fc.property(anyFraction, anyFraction, anyFraction, (a, b, c) => {
      expect(addFractions(a, b)).toEqual(addFractions(b, a));
      expect(multiplyFractions(a, addFractions(b, c))).toEqual(
        addFractions(multiplyFractions(a, b), multiplyFractions(a, c)),
      );
      expect(subtractFractions(addFractions(a, b), b)).toEqual(a);
      if (b.n !== 0n) expect(multiplyFractions(divideFractions(a, b), b)).toEqual(a);
      expect(addFractions(a, negateFraction(a))).toEqual(zeroFraction);
    }),
  );
});

test('a fraction is between its floor and its ceiling, and the floor and the ceiling differ by at most one', () => {
  fc.assert(
    fc.property(anyFraction, (value) => {
      const [low, high] = [floorFraction(value), ceilFraction(value)];
      expect(compareFractions(fraction(low), value)).toBeLessThanOrEqual(0);
      expect(compareFractions(fraction(high), value)).toBeGreaterThanOrEqual(0);
      expect(high - low).toBe(value.d === 1n ? 0n : 1n);
    }),
  );
});

test('minFraction returns the smaller of two fractions, and maxFraction returns the larger of two fractions', () => {
  fc.assert(
    fc.property(anyFraction, anyFraction, (a, b) => {
      expect(compareFractions(minFraction(a, b), maxFraction(a, b))).toBeLessThanOrEqual(0);
      expect(addFractions(minFraction(a, b), maxFraction(a, b))).toEqual(addFractions(a, b));
      expect(compareFractions(a, b) + compareFractions(b, a)).toBe(0);
    }),
  );
});

test('powerOf equals repeated multiplication', () => {
  fc.assert(
    fc.property(anyFraction, fc.nat({ max: 6 }), (value, exponent) => {
      let product = oneFraction;
      for (let count = 0; count < exponent; count += 1) product = multiplyFractions(product, value);
      expect(powerOf(value, exponent)).toEqual(product);
    }),
  );
});

test.each([
  [fraction(1n, 3n), 'up', '0.34'],
  [fraction(1n, 3n), 'down', '0.33'],
  [fraction(-1n, 3n), 'up', '-0.33'],
  [fraction(-1n, 3n), 'down', '-0.34'],
  [fraction(1n, 200n), 'halfUp', '0.01'],
  [fraction(-1n, 200n), 'halfUp', '-0.01'],
  [fraction(1n, 201n), 'halfUp', '0'],
] as const)('the fraction %o rounded with the direction %s to 2 places is %s', (value, direction, printed) => {
  expect(formatDecimal(fractionToDecimal(value, 2, direction))).toBe(printed);
});
