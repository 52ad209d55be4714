import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  add,
  compareDecimals,
  formatDecimal,
  multiply,
  negate,
  parseDecimal,
  roundHalfUp,
  subtract,
  type Decimal,
  decimalOf,
} from './decimal.ts';

const anyDecimal: fc.Arbitrary<Decimal> = fc
  .record({
    units: fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
    scale: fc.nat({ max: 12 }),
  })
  .map(({ units, scale }) => decimalOf(units, scale));

test('a formatted decimal is parsed as the same value', () => {
  fc.assert(
    fc.property(anyDecimal, (value) => {
      const back = parseDecimal(formatDecimal(value));
      expect(back && compareDecimals(back, value)).toBe(0);
    }),
  );
});

test('a formatted decimal has no exponent, no blank and no trailing zero', () => {
  fc.assert(
    fc.property(anyDecimal, (value) => {
      expect(formatDecimal(value)).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d*[1-9])?)$/);
    }),
  );
});

test('addition and multiplication are commutative, and multiplication is distributive over addition', () => {
  fc.assert(
    fc.property(anyDecimal, anyDecimal, anyDecimal, (a, b, c) => {
      expect(compareDecimals(add(a, b), add(b, a))).toBe(0);
      expect(compareDecimals(multiply(a, b), multiply(b, a))).toBe(0);
      expect(compareDecimals(multiply(a, add(b, c)), add(multiply(a, b), multiply(a, c)))).toBe(0);
      expect(compareDecimals(subtract(add(a, b), b), a)).toBe(0);
      expect(compareDecimals(add(a, negate(a)), decimalOf(0n))).toBe(0);
    }),
  );
});

test('rounding changes a value by at most half of the last place', () => {
  fc.assert(
    fc.property(anyDecimal, fc.nat({ max: 12 }), (value, places) => {
      const moved = subtract(roundHalfUp(value, places), value);
      const twice = multiply(moved.units < 0n ? negate(moved) : moved, decimalOf(2n));
      expect(compareDecimals(twice, decimalOf(1n, places))).toBeLessThanOrEqual(0);
    }),
  );
});
