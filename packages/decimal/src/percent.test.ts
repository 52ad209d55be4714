import { expect, test } from 'vitest';
import { decimal, formatDecimal } from './decimal.ts';
import { fraction } from './fraction.ts';
import { asRatio, parsePercent, percent, percentToRatio, ratioToPercent } from './percent.ts';

test('a percent is converted to its exact ratio and back without a change', () => {
  expect(percentToRatio(percent('1.33'))).toEqual(fraction(133n, 10_000n));
  expect(ratioToPercent(percentToRatio(percent('1.33')), 12)).toEqual(decimal('1.33'));
  expect(formatDecimal(ratioToPercent(asRatio(fraction(1n, 75n)), 6))).toBe('1.333333');
  expect(formatDecimal(ratioToPercent(asRatio(fraction(2n, 3n)), 2))).toBe('66.67');
});

test('parsePercent and percent refuse a text that is not a plain decimal', () => {
  expect([parsePercent('1.3e1'), parsePercent('')]).toEqual([undefined, undefined]);
  expect(parsePercent('0.5')).toEqual(decimal('0.5'));
  expect(() => percent('1.3e1')).toThrow(RangeError);
});
