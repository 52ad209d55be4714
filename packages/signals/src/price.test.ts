// Tests the decimal text of a double.
import { expect, test } from 'vitest';
import { priceText } from './price.ts';

test.each([
  [0, '0'],
  [1234.5, '1234.5'],
  [1e-7, '0.0000001'],
  [2.5e-9, '0.0000000025'],
  [1.2345e-12, '0.0000000000012345'],
  [0.000001, '0.000001'],
])('the text of %s is %s, and it gives the same double', (value, text) => {
  expect(priceText(value)).toBe(text);
  expect(Number(text)).toBe(value);
});

test.each([Number.NaN, -1, 1e21, Number.POSITIVE_INFINITY])('%s is no price', (value) => {
  expect(() => priceText(value)).toThrow(RangeError);
});
