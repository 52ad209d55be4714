// Candles as typed arrays of whole ticks. The fast engines read the arrays, and workers share the arrays without a copy.
import { ticks } from '@rondo/decimal';
import type { Candle } from './candles.ts';
import { maxColumnTicks } from '../limits.ts';

/**
 * A series of candles with one array per field. `at` is epoch milliseconds, and prices are ticks. The arrays must not
 * change after their creation.
 */
export type CandleColumns = {
  readonly at: Float64Array;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
};

/** Returns empty columns for a number of candles. When `isShared` is true, workers can share the memory of the columns. */
export function makeColumns(count: number, isShared = false): CandleColumns {
  const bytes = (size: number): ArrayBufferLike => (isShared ? new SharedArrayBuffer(size) : new ArrayBuffer(size));
  const prices = (): Int32Array => new Int32Array(bytes(count * Int32Array.BYTES_PER_ELEMENT));
  return {
    at: new Float64Array(bytes(count * Float64Array.BYTES_PER_ELEMENT)),
    open: prices(),
    high: prices(),
    low: prices(),
    close: prices(),
  };
}

/** Returns the value of a column at an index. Returns zero when the index is outside the column. */
export function cellAt(column: Float64Array | Int32Array | Uint8Array, index: number): number {
  return column[index] ?? 0;
}

/** Returns a copy of the candles in memory that workers can share. */
export function shareColumns(candles: CandleColumns): CandleColumns {
  const shared = makeColumns(candles.at.length, true);
  shared.at.set(candles.at);
  for (const name of ['open', 'high', 'low', 'close'] as const) shared[name].set(candles[name]);
  return shared;
}

/** Returns the columns of a list of candles. Throws RangeError when a price does not fit a column. */
export function columnsOf(candles: readonly Candle[]): CandleColumns {
  const columns = makeColumns(candles.length);
  for (const [index, candle] of candles.entries()) {
    if (candle.high > BigInt(maxColumnTicks))
      throw new RangeError(`Candle ${index} has more ticks than a column can store.`);
    columns.at[index] = candle.at;
    columns.open[index] = Number(candle.open);
    columns.high[index] = Number(candle.high);
    columns.low[index] = Number(candle.low);
    columns.close[index] = Number(candle.close);
  }
  return columns;
}

/** Returns one candle of a series. Throws RangeError when the series has no candle at the index. */
export function candleAt(columns: CandleColumns, index: number): Candle {
  const { at, open, high, low, close } = columns;
  const instant = at[index];
  if (instant === undefined) throw new RangeError(`The series has no candle ${index}.`);
  // The five arrays have the same length, so a candle with an instant also has prices.
  const priceIn = (column: Int32Array): Candle['open'] => ticks(BigInt(cellAt(column, index)));
  return { at: instant, open: priceIn(open), high: priceIn(high), low: priceIn(low), close: priceIn(close) };
}

/** Returns the candles of a series, one after the other. */
export function* candlesIn(columns: CandleColumns): Generator<Candle> {
  for (let index = 0; index < columns.at.length; index += 1) yield candleAt(columns, index);
}
