import { expect, test } from 'vitest';
import { findGaps, intervalOf } from './candle-gaps.ts';
import { makeColumns, type CandleColumns } from './columns.ts';

function at(...instants: readonly number[]): CandleColumns {
  const columns = makeColumns(instants.length);
  columns.at.set(instants);
  return columns;
}

test('findGaps finds no gap when each candle follows the previous candle by one interval', () => {
  expect(findGaps(at(60, 120, 180))).toEqual([]);
  expect(findGaps(at(60))).toEqual([]);
  expect(intervalOf(at(60))).toBe(0);
});

test('a gap has the index of the first candle after the gap and the number of missing candles', () => {
  expect(findGaps(at(60, 120, 300, 360, 390, 450))).toEqual([
    { index: 2, fromAt: 120, toAt: 300, missing: 2 },
    { index: 4, fromAt: 360, toAt: 390, missing: 0 },
  ]);
});

test('when two intervals between candles are equally frequent, intervalOf returns the shorter interval', () => {
  expect(intervalOf(at(0, 60, 180))).toBe(60);
  expect(intervalOf(at(0, 120, 180))).toBe(60);
});
