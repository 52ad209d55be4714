// Stores candles in the folder of a server for the tests of this folder.
import { encodeCandles, makeColumns } from '@rondo/backtest';
import { decimal } from '@rondo/decimal';
import type { CandleFolder, StoredMonth } from '@rondo/store/candles';

/** Stores January 2026 with one 15-minute candle per price. A price is in ticks of 0.01. */
export function storeCandles(
  folder: CandleFolder,
  of: {
    readonly source: 'sandbox' | 'imported';
    readonly instrumentId: string;
    readonly prices: readonly number[];
  },
): Promise<StoredMonth> {
  const { source, instrumentId, prices } = of;
  const columns = makeColumns(prices.length);
  const fromAt = Date.UTC(2026, 0, 1);
  for (const [place, price] of prices.entries()) {
    columns.at[place] = fromAt + place * 900_000;
    for (const name of ['open', 'high', 'low', 'close'] as const) columns[name][place] = price;
  }
  return folder.write(
    { source, instrumentId, bar: '15m' },
    {
      month: '2026-01',
      candles: prices.length,
      firstAt: fromAt,
      lastAt: columns.at.at(-1) ?? 0,
      missing: 0,
      tickSz: '0.01',
      isClosed: true,
      encoded: encodeCandles(columns, decimal('0.01')),
    },
  );
}
