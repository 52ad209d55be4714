// Tests the moments of an entry rule: only the last part of the series, and a round opens only at a signal.
import { seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { madeUpSeries } from '../../../../tests/agreement/series.ts';
import { configOf } from '../../tests/_market.ts';
import { indexCandles } from '../fast/search/candle-index.ts';
import { entryMoments } from './entry-moments.ts';

const { candles } = madeUpSeries(seededChance('moments'), 8_000, 200_000);
const index = indexCandles(candles);
const config = configOf({
  leverage: '2',
  investmentRatio: '5',
  entry: { type: 'rsi', signal: { bar: '15m', level: 45 } },
});

test('the moments are those of the last part of the series, and every round opens at a signal', () => {
  const whole = entryMoments(index, config, Number.MAX_SAFE_INTEGER);
  expect(whole.fromAt).toBe(candles.at[0]);
  expect(whole.opened.length).toBeGreaterThan(5);
  expect(whole.firings).toEqual(expect.arrayContaining([...whole.opened]));
  const spanMs = Math.round((whole.toAt - whole.fromAt) / 2);
  const last = entryMoments(index, config, spanMs);
  expect(last.firings).toEqual(whole.firings.filter((at) => at > whole.toAt - spanMs));
  expect(last.opened).toEqual(whole.opened.filter((at) => at > whole.toAt - spanMs));
  expect(last.prices.at(-1)?.at).toBe(whole.toAt);
  expect(last.prices.every(({ at }) => at > whole.toAt - spanMs)).toBe(true);
  expect(last.firings.length).toBeLessThan(whole.firings.length);
});
