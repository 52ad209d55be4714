// Tests of the days and months of the result calendar.
import type { HistoryItem } from '@rondo/contract';
import { expect, test } from 'vitest';
import { resultMonths } from './result-days.ts';

// An item has only the fields that the tested function reads.
const ended = (at: string, total: string, reason = 'last_round'): HistoryItem =>
  ({ ended_at: at, total_profit: total, end_reason: reason }) as HistoryItem;
const daysOf = (list: readonly HistoryItem[]) =>
  resultMonths(list, range).flatMap(({ weeks }) => weeks.flat().filter((day) => day !== null));
const range = { from: '2026-10-30', to: '2026-11-03' };
const items = [
  ended('2026-10-31T23:59:59Z', '0.1'),
  ended('2026-11-01T00:00:00Z', '-4'),
  ended('2026-10-31T01:00:00Z', '0.2'),
];

test('the bots that ended on one UTC day are summed exactly', () => {
  const days = daysOf(items);
  expect(days.map(({ day, closed }) => [day, closed])).toEqual([
    ['2026-10-30', null],
    ['2026-10-31', { total: '0.3', bots: 2 }],
    ['2026-11-01', { total: '-4', bots: 1 }],
    ['2026-11-02', null],
    ['2026-11-03', null],
  ]);
  expect(days[1]?.strength).toBeCloseTo(0.075);
  expect(days[2]?.strength).toBe(1);
});

test('the realised part of a kept position is apart from the sum of its day, and has no strength', () => {
  const kept = (at: string, total: string) => ended(at, total, 'stopped_left_open');
  const days = daysOf([...items, kept('2026-11-01T05:00:00Z', '8'), kept('2026-11-02T05:00:00Z', '9')]);
  expect(days.slice(1, 4).map(({ closed, kept: part, strength }) => [closed?.total, part, strength > 0])).toEqual([
    ['0.3', null, true],
    ['-4', { total: '8', bots: 1 }, true],
    [undefined, { total: '9', bots: 1 }, false],
  ]);
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
