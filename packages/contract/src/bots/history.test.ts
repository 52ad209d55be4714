// The days of the history's range: only dates of the calendar are accepted.
import { expect, test } from 'vitest';
import { historyQuerySchema } from './history.ts';

const refusal = (from: string): string | undefined =>
  historyQuerySchema.safeParse({ from, to: '2026-12-31' }).error?.issues[0]?.message;

test.each(['2026-01-31', '2024-02-29', '2000-02-29'])('%s is accepted as a day', (from) => {
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
])('%s is refused because it is not a day of the calendar', (from) => {
  expect(refusal(from)).toBe('is no day of the calendar');
});

test('a date in another format is refused with the expected format', () => {
  expect(refusal('1.2.2026')).toBe('must be a date YYYY-MM-DD');
});
