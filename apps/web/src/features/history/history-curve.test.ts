// Tests of the history: the cumulative curve and the date range.
import { expect, test } from 'vitest';
import type { HistoryItem } from '@rondo/contract';
import { curveOf, dateTicksOf, stairPath, ticksOf, worstOf } from './history-curve.ts';
import { presetOf, presetRange, rangeProblem } from './history-range.ts';

const item = (title: string, total: string, day: number): HistoryItem =>
  // An item has only the fields that the tested functions read.
  ({
    id: title,
    title,
    total_profit: total,
    rounds: 2,
    cycles: 3,
    ended_at: `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`,
  }) as HistoryItem;

test('the running total is exact and follows the order in which the bots ended', () => {
  const points = curveOf([item('b', '-0.3', 9), item('a', '0.1', 3), item('c', '0.2', 12)]);
  expect(points.map((point) => [point.item.title, point.total])).toEqual([
    ['a', '0.1'],
    ['b', '-0.2'],
    ['c', '0'],
  ]);
});

test('the curve of a part of the bots begins with the total of the others', () => {
  expect(curveOf([item('b', '-0.3', 9)], '0.1').map(({ total }) => total)).toEqual(['-0.2']);
});

test('the bot with the largest loss is not one whose position was kept', () => {
  const kept = { ...item('kept', '-34.37', 1), end_reason: 'stopped_left_open' };
  const worst = worstOf(curveOf([kept, item('b', '-5', 2), item('c', '-4', 3)]));
  expect(worst?.item.title).toBe('b');
  expect(worstOf(curveOf([kept]))).toBeNull();
});

test('the axis has a tick at zero when the range contains zero, and at most six ticks', () => {
  const ticks = ticksOf(-70, 145);
  expect(ticks).toContain(0);
  expect(ticks.length).toBeLessThanOrEqual(6);
});

test.each([1, 2, 3, 4, 5, 6, 7, 31, 366])('the date axis of %i days has at most one label for each day', (days) => {
  const from = Date.UTC(2026, 0, 1);
  const to = from + days * 86_400_000;
  for (const most of [2, 6]) {
    const labels = dateTicksOf({ from, to, most }).map(({ at }) => new Date(at).toISOString().slice(0, 10));
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.length).toBe(Math.min(days, most));
    expect([labels[0], labels.at(-1)]).toEqual(['2026-01-01', new Date(to - 1).toISOString().slice(0, 10)]);
  }
});

test('the path of the curve is horizontal until the next date and then vertical', () => {
  expect(
    stairPath([
      { x: 0, y: 5 },
      { x: 4, y: 2 },
    ]),
  ).toBe('M0 5H4V2');
});

test('an invalid date range has the problem `reversed`, `missing` or `long`', () => {
  expect(rangeProblem({ from: '2026-11-02', to: '2026-11-01' })).toBe('reversed');
  expect(rangeProblem({ from: '', to: '2026-11-01' })).toBe('missing');
  expect(rangeProblem({ from: '2024-01-01', to: '2026-11-01' })).toBe('long');
  const now = Date.UTC(2026, 10, 20, 12);
  expect(presetOf(presetRange(30, now), now)).toBe('30');
});

test('the preset of thirty days has thirty days and includes the current UTC day, because the server counts days in UTC', () => {
  for (const hour of [0, 5, 12, 20, 23]) {
    const now = Date.UTC(2026, 10, 20, hour, 30);
    const { from, to } = presetRange(30, now);
    expect(Date.parse(to)).toBe(Date.parse(from) + 29 * 86_400_000);
    expect(Date.parse(to) + 86_400_000).toBeGreaterThan(now);
  }
});
