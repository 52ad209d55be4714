// The words of recorded markets: a candle, and a funding rate.
import type { Decimal, Ticks } from '@rondo/decimal';

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
