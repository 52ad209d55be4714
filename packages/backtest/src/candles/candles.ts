// The types of recorded markets: a candle and a funding rate.
import { parseTicks, type Decimal, type Ticks } from '@rondo/decimal';

/** One candle; `at` is its opening instant in epoch milliseconds, prices are ticks. */
export type Candle = {
  readonly at: number;
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly close: Ticks;
};

/** A funding rate at an instant: a fraction per interval, positive when longs pay. */
export type FundingRate = { readonly at: number; readonly rate: Decimal };

/** A candle of an exchange's response: prices are decimal texts. */
export type CandleText = { readonly at: number } & Readonly<Record<'open' | 'high' | 'low' | 'close', string>>;

/** A candle of the exchange in ticks; null when a price is not on the grid. */
export function readCandle(candle: CandleText, tickSz: Decimal): Candle | null {
  const read = (text: string): Ticks | undefined => parseTicks(text, tickSz);
  const [open, high, low, close] = [read(candle.open), read(candle.high), read(candle.low), read(candle.close)];
  if (open === undefined || high === undefined || low === undefined || close === undefined) return null;
  return { at: candle.at, open, high, low, close };
}
