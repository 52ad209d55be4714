// Tests of the UTC day of an instant.
import { expect, test } from 'vitest';
import { utcDayOf } from './utc-day.ts';

test('an instant belongs to its day in UTC', () => {
  const midnight = Date.UTC(2026, 1, 1);
  expect([midnight - 1, midnight, midnight + 86_399_999].map(utcDayOf)).toEqual([
    '2026-01-31',
    '2026-02-01',
    '2026-02-01',
  ]);
});
