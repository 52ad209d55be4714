// Tests which candles the chart of a running bot shows.
import type { CandleWire } from '@rondo/contract';
import { expect, test } from 'vitest';
import { candleCount } from '../../../api/queries/queries.ts';
import { barOf, roundCandles } from './chart-window.ts';

const minuteMs = 60_000;
const candles: readonly CandleWire[] = Array.from({ length: candleCount }, (_, index) => ({
  at: index * minuteMs,
  open: '1',
  high: '1',
  low: '1',
  close: '1',
  volume: '1',
}));

test.each([
  [5, '1m'],
  [96, '1m'],
  [97, '5m'],
  [24 * 60, '15m'],
  [90 * 60, '1H'],
  [30 * 24 * 60, '4H'],
])('a round of %i minutes is drawn with candles of %s', (minutes, bar) => {
  expect(barOf(minutes * minuteMs)).toBe(bar);
});

test('a round of 80 candles has a past of 20 candles, and a round of one candle has a past of 23 candles', () => {
  expect(roundCandles(candles, 40 * minuteMs)).toEqual(candles.slice(-100));
  expect(roundCandles(candles, 119 * minuteMs)).toEqual(candles.slice(-24));
});

test('a bot without a fill in its round has all candles', () => {
  expect(roundCandles(candles, undefined)).toBe(candles);
  expect(roundCandles([], 0)).toEqual([]);
});
