// Returns the interval between the candles of a series for the fast loop.
import { intervalOf } from '../candles/candle-gaps.ts';
import type { CandleColumns } from '../candles/columns.ts';

/**
 * A cache of the interval of each series, because many bots use one series. An entry is removed when the memory of its
 * series is released.
 */
const intervals = new WeakMap<CandleColumns, number>();

/** Returns the most frequent interval between two candles of the series in milliseconds. */
export function intervalFor(candles: CandleColumns): number {
  const known = intervals.get(candles);
  if (known !== undefined) return known;
  const interval = intervalOf(candles);
  intervals.set(candles, interval);
  return interval;
}
