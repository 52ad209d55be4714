// The types of recorded markets: a candle and a funding rate.
import { parseTicks, type Decimal, type Ticks } from '@rondo/decimal';

/** One candle. `at` is the start of the candle in epoch milliseconds, and prices are ticks. */
export type Candle = {
  readonly at: number;
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly close: Ticks;
};

/** A funding rate at an instant. The rate is a fraction per interval, and it is positive when longs pay. */
export type FundingRate = { readonly at: number; readonly rate: Decimal };

/** A candle in a response of the exchange. Prices are decimal texts. */
export type CandleText = { readonly at: number } & Readonly<Record<'open' | 'high' | 'low' | 'close', string>>;

/** Returns the candle of the exchange in ticks. Returns null when a price is not a multiple of the tick size. */
export function readCandle(candle: CandleText, tickSz: Decimal): Candle | null {
  const read = (text: string): Ticks | undefined => parseTicks(text, tickSz);
  const [open, high, low, close] = [read(candle.open), read(candle.high), read(candle.low), read(candle.close)];
  if (open === undefined || high === undefined || low === undefined || close === undefined) return null;
  return { at: candle.at, open, high, low, close };
}
