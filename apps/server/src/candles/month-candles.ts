// Converts downloaded candles and stored files to columns of ticks.
import { decodeCandles, finestTick, parseCandles, type CandlesInTicks } from '@rondo/backtest';
import type { Decimal } from '@rondo/decimal';
import { decompressCandles, type CandleFolder, type CandleSeries, type StoredMonth } from '@rondo/store/candles';
import { serverLimits } from '../limits.ts';
import type { MarketCandle } from '../market/market.ts';

/**
 * Returns the candles in ticks of `tickSz`. When a price is not a multiple of this tick, because the exchange has changed the tick size since, the finest
 * tick of the prices is used. Returns null when a candle is invalid.
 */
export function candlesInTicks(rows: readonly MarketCandle[], tickSz: Decimal): CandlesInTicks | null {
  const lines = rows.map(({ at, open, high, low, close }) => [at, open, high, low, close].join(','));
  const text = ['ts_ms,open,high,low,close', ...lines].join('\n');
  for (const tick of [tickSz, finestTick(text)]) {
    const parsed = parseCandles(text, tick);
    if (parsed.ok) return { columns: parsed.columns, tickSz: tick };
  }
  return null;
}

/** Returns the candles of a stored month, or null when its file is missing or damaged. */
export async function readMonthFile(
  folder: CandleFolder,
  series: CandleSeries,
  month: StoredMonth,
): Promise<CandlesInTicks | null> {
  const file = await folder.read(series, month);
  if (file === null) return null;
  const decoded = decodeCandles(decompressCandles(file, serverLimits.monthBytes));
  return decoded.ok ? decoded : null;
}
