// Property test: the timestamp text equals the result of Date.toISOString for every time.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { okxTimestamp } from './timestamp.ts';

test('the timestamp equals the ISO text of every time from 1970 to 9999', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (at) => {
      expect(okxTimestamp(at)).toBe(new Date(at).toISOString());
    }),
    { numRuns: 2_000 },
  );
});

test('a leap day and the last millisecond of a year are formatted correctly', () => {
  expect(okxTimestamp(Date.UTC(2024, 1, 29, 23, 59, 59, 999))).toBe('2024-02-29T23:59:59.999Z');
  expect(okxTimestamp(Date.UTC(2099, 11, 31, 23, 59, 59, 999))).toBe('2099-12-31T23:59:59.999Z');
});
