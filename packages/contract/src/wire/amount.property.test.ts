// Tests that numbers in requests are parsed with their exact value in every notation of JavaScript.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDecimal } from '@rondo/decimal';
import { amountInputSchema, plainNumberText, queryCount } from './amount.ts';

test('the plain text of a finite number has no exponent, and parsing the text returns the number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = plainNumberText(value);
      expect(text).not.toContain('e');
      expect(Number(text)).toBe(value === 0 ? 0 : value);
    }),
  );
});

test('small numbers are parsed exactly, and infinity and words are refused', () => {
  expect(amountInputSchema.parse(1e-7)).toBe('0.0000001');
  expect(amountInputSchema.safeParse(Number.POSITIVE_INFINITY).success).toBe(false);
  expect(amountInputSchema.safeParse('ten').success).toBe(false);
  expect(parseDecimal(amountInputSchema.parse(0.1))).toEqual({ units: 1n, scale: 1 });
});

const rows = queryCount({ min: 1, max: 500 }).default(100);

test.each([
  ['1', 1],
  ['500', 500],
  [7, 7],
  [undefined, 100],
])('the query value %j is parsed as the whole number %i', (text, count) => {
  expect(rows.parse(text)).toBe(count);
});

test.each([
  '',
  ' ',
  '0',
  '-1',
  '501',
  '1e9',
  '1e2',
  '0x10',
  '1.5',
  '+5',
  ' 5',
  '٣',
  '9'.repeat(20),
  'NaN',
  ['1', '2'],
  null,
])('the query value %j is refused as a whole number', (text) => {
  expect(rows.safeParse(text).success).toBe(false);
});
