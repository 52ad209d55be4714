// Tests of exact amounts: parsing refuses a text that base units cannot represent exactly, and an exact product never loses a digit silently.
import { expect, test } from 'vitest';
import {
  baseUnits,
  divideDown,
  formatAverage,
  formatBaseUnits,
  multiplyDown,
  multiplyExact,
  ONE,
  parseBaseUnits,
} from './base-units.ts';

test.each(['0', '1', '-1.5', '10000', '0.000000000000000001', '-0.02'])(
  'the parsed amount %s is formatted as the same text',
  (text) => {
    expect(formatBaseUnits(baseUnits(text))).toBe(text);
  },
);

test.each(['', '.', '.5', '1e3', '1,5', '0.0000000000000000001', 'NaN', ' 1'])(
  '"%s" is not parsed as an amount',
  (text) => {
    expect(parseBaseUnits(text)).toBeUndefined();
  },
);

test('trailing zeros do not count toward the limit of 18 fractional digits', () => {
  expect(parseBaseUnits('2.5000000000000000000000')).toBe(baseUnits('2.5'));
});

test('the exact product throws when a digit would be lost', () => {
  expect(multiplyExact(baseUnits('0.1'), baseUnits('0.1'))).toBe(baseUnits('0.01'));
  expect(() => multiplyExact(1n, 1n)).toThrow('inexact product');
});

test('products, quotients and averages are truncated toward zero', () => {
  expect(multiplyDown(-1n, ONE / 2n)).toBe(0n);
  expect(formatBaseUnits(divideDown(ONE, 3n * ONE))).toBe('0.333333333333333333');
  expect(formatAverage(divideDown(2n * ONE, 3n * ONE))).toBe('0.666666666666');
});
