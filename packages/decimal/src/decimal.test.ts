import { expect, test } from 'vitest';
import {
  abs,
  add,
  compareDecimals,
  decimal,
  formatDecimal,
  formatFixed,
  isZero,
  maxDecimal,
  minDecimal,
  multiply,
  negate,
  parseDecimal,
  roundHalfUp,
  signOf,
  subtract,
  sumDecimals,
  zero,
  decimalOf,
} from './decimal.ts';

test.each([
  ['12.50', '12.5'],
  ['-0.010', '-0.01'],
  ['+3', '3'],
  ['.5', '0.5'],
  ['7.', '7'],
  ['000', '0'],
  ['-0', '0'],
])('the text %s is parsed, and formatted as %s', (text, printed) => {
  expect(formatDecimal(decimal(text))).toBe(printed);
});

test.each(['', '.', '-', '1e5', '1 ', ' 1', '0x1', 'NaN', '1.2.3', '--1', '1,000', '１', '1'.repeat(41)])(
  'the text %j is not a decimal and is refused',
  (text) => {
    expect(parseDecimal(text)).toBeUndefined();
    expect(() => decimal(text)).toThrow(RangeError);
  },
);

test.each([
  ['1.005', 2, '1.01'],
  ['-1.005', 2, '-1.01'],
  ['1.004', 2, '1'],
  ['1.5', 3, '1.5'],
  ['0.5', 0, '1'],
])('%s rounded half up to %i places is %s', (text, places, printed) => {
  expect(formatDecimal(roundHalfUp(decimal(text), places))).toBe(printed);
});

test.each([
  ['1', 2, '1.00'],
  ['-0.005', 2, '-0.01'],
  ['2.5', 0, '3'],
  ['-12.3456', 3, '-12.346'],
  ['-7', 0, '-7'],
])('%s printed with exactly %i places is %s', (text, places, printed) => {
  expect(formatFixed(decimal(text), places)).toBe(printed);
});

test('decimals are compared by value and not by scale', () => {
  expect(compareDecimals(decimal('1.50'), decimalOf(1500n, 3))).toBe(0);
  expect(compareDecimals(decimal('1'), decimal('2'))).toBe(-1);
  expect(compareDecimals(decimal('2'), decimal('-2'))).toBe(1);
  expect(formatDecimal(minDecimal(decimal('1'), decimal('2')))).toBe('1');
  expect(formatDecimal(minDecimal(decimal('3'), decimal('2')))).toBe('2');
  expect(formatDecimal(maxDecimal(decimal('1'), decimal('2')))).toBe('2');
  expect(formatDecimal(maxDecimal(decimal('3'), decimal('2')))).toBe('3');
});

test('sums, differences, products and signs are exact', () => {
  expect(formatDecimal(add(decimal('0.1'), decimal('0.2')))).toBe('0.3');
  expect(formatDecimal(subtract(decimal('0.1'), decimal('0.3')))).toBe('-0.2');
  expect(formatDecimal(multiply(decimal('0.05'), decimal('-20')))).toBe('-1');
  expect(formatDecimal(sumDecimals([decimal('1.1'), decimal('2.2'), decimal('-3.3')]))).toBe('0');
  expect(formatDecimal(abs(decimal('-4.2')))).toBe('4.2');
  expect(formatDecimal(abs(decimal('4.2')))).toBe('4.2');
  expect(formatDecimal(negate(decimal('4.2')))).toBe('-4.2');
  expect([signOf(zero), signOf(decimal('-1')), signOf(decimal('1'))]).toEqual([0, -1, 1]);
  expect([isZero(zero), isZero(decimal('0.00')), isZero(decimal('0.01'))]).toEqual([true, true, false]);
});
