// Keeps values that are computed from a series of candles, because many bots use one series.
import type { CandleColumns } from '../candles/columns.ts';

/** Returns the value of a key, and makes it when it is not kept. */
type SeriesCache<T> = (candles: CandleColumns, key: string, make: () => T) => T;

/** Returns a cache of at most `most` values for each series. The value that was not used for the longest time is removed first. The values end with the memory of their series. */
export function createSeriesCache<T>(most: number): SeriesCache<T> {
  const kept = new WeakMap<CandleColumns, Map<string, T>>();
  return (candles, key, make) => {
    const values = kept.get(candles) ?? new Map<string, T>();
    kept.set(candles, values);
    const value = values.get(key) ?? make();
    values.delete(key);
    values.set(key, value);
    for (const oldest of values.keys()) {
      if (values.size <= most) break;
      values.delete(oldest);
    }
    return value;
  };
}
