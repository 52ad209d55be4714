// Recorded candles: CSV text `ts_ms,open,high,low,close[,volume]` as whole ticks.
import { parseTicks, type Decimal, type Ticks } from '@rondo/decimal';
import { maxCandles } from './limits.ts';

/** One candle; `at` is its opening instant in epoch milliseconds, prices are ticks. */
export type Candle = {
  readonly at: number;
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly close: Ticks;
};

export type CandlesResult =
  | { readonly ok: true; readonly candles: readonly Candle[] }
  | { readonly ok: false; readonly refusal: { readonly line: number; readonly why: string } };

/** A funding rate at an instant: a fraction per interval, positive when longs pay. */
export type FundingRate = { readonly at: number; readonly rate: Decimal };

/** Reads candles. The refusal names the first bad line (from 1): not a number, off the tick grid, out of order, high below low. */
export function parseCandles(text: string, tickSz: Decimal): CandlesResult {
  const lines = text.split('\n');
  const candles: Candle[] = [];
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim();
    if (line === '' || (index === 0 && line.startsWith('ts'))) continue;
    const candle = parseLine(line, tickSz);
    if (typeof candle === 'string') return refuse(index + 1, candle);
    const previous = candles.at(-1);
    if (previous !== undefined && candle.at <= previous.at) return refuse(index + 1, 'out_of_order');
    if (candles.length >= maxCandles) return refuse(index + 1, 'too_many');
    candles.push(candle);
  }
  return { ok: true, candles };
}

function parseLine(line: string, tickSz: Decimal): Candle | string {
  const [at = '', openText = '', highText = '', lowText = '', closeText = ''] = line.split(',');
  if (!/^\d{1,15}$/.test(at)) return 'bad_instant';
  const open = parseTicks(openText, tickSz);
  const high = parseTicks(highText, tickSz);
  const low = parseTicks(lowText, tickSz);
  const close = parseTicks(closeText, tickSz);
  if (open === undefined || high === undefined || low === undefined || close === undefined)
    return 'not_a_multiple_of_tick';
  const top = open > close ? open : close;
  const bottom = open < close ? open : close;
  if (high < top || low > bottom || low <= 0n) return 'bad_prices';
  return { at: Number(at), open, high, low, close };
}

function refuse(line: number, why: string): CandlesResult {
  return { ok: false, refusal: { line, why } };
}
