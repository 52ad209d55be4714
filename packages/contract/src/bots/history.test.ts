// Tests that a history request accepts a date only when the calendar contains the date.
import { expect, test } from 'vitest';
import { historyQuerySchema } from './history.ts';

const refusal = (from: string): string | undefined =>
  historyQuerySchema.safeParse({ from, to: '2026-12-31' }).error?.issues[0]?.message;

test.each(['2026-01-31', '2024-02-29', '2000-02-29'])('the day %s is accepted', (from) => {
  expect(refusal(from)).toBeUndefined();
});

test.each([
  '2026-02-31',
  '2026-02-29',
  '1900-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '2026-04-00',
  '0000-01-15',
])('the day %s is refused because the calendar does not contain it', (from) => {
  expect(refusal(from)).toBe('is not a day of the calendar');
});

test('a date in another format is refused with the expected format', () => {
  expect(refusal('1.2.2026')).toBe('must be a date YYYY-MM-DD');
});
