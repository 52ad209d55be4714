// Tests of the days and months of the result calendar.
import type { HistoryItem } from '@rondo/contract';
import { expect, test } from 'vitest';
import { resultMonths } from './result-days.ts';

// An item has only the fields that the tested function reads.
const ended = (at: string, total: string): HistoryItem => ({ ended_at: at, total_profit: total }) as HistoryItem;
const range = { from: '2026-10-30', to: '2026-11-03' };
const items = [
  ended('2026-10-31T23:59:59Z', '0.1'),
  ended('2026-11-01T00:00:00Z', '-4'),
  ended('2026-10-31T01:00:00Z', '0.2'),
];

test('the bots that ended on one UTC day are summed exactly', () => {
  const days = resultMonths(items, range).flatMap(({ weeks }) => weeks.flat().filter((day) => day !== null));
  expect(days.map(({ day, total, bots }) => [day, total, bots])).toEqual([
    ['2026-10-30', null, 0],
    ['2026-10-31', '0.3', 2],
    ['2026-11-01', '-4', 1],
    ['2026-11-02', null, 0],
    ['2026-11-03', null, 0],
  ]);
  expect(days[1]?.strength).toBeCloseTo(0.075);
  expect(days[2]?.strength).toBe(1);
});

test('a week begins on Monday, and each row of a month has seven places', () => {
  const [october, november] = resultMonths(items, range);
  // 30 October 2026 is a Friday, and 1 November is a Sunday.
  expect(october?.weeks.map((week) => week.map((day) => day?.day.slice(-2) ?? ''))).toEqual([
    ['', '', '', '', '30', '31', ''],
  ]);
  expect(november?.weeks.map((week) => week.map((day) => day?.day.slice(-2) ?? ''))).toEqual([
    ['', '', '', '', '', '', '01'],
    ['02', '03', '', '', '', '', ''],
  ]);
});
