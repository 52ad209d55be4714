// Candle rows. A row is an array of nine texts, and the newest row is first.
import * as z from 'zod';
import { okxDecimal, okxInstant } from '../transport/field.ts';

/** The candle widths that this client requests. The names are case-sensitive: 1m is a minute, and 1M is a month. */
export const okxBars = ['1m', '3m', '5m', '15m', '30m', '1H', '2H', '4H', '6Hutc', '12Hutc', '1Dutc'] as const;
/** The name of a candle width. */
export type OkxBar = (typeof okxBars)[number];

const minuteMs = 60_000;

/** The length of a candle in milliseconds. */
export const okxBarMs: Readonly<Record<OkxBar, number>> = {
  '1m': minuteMs,
  '3m': 3 * minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '30m': 30 * minuteMs,
  '1H': 60 * minuteMs,
  '2H': 120 * minuteMs,
  '4H': 240 * minuteMs,
  '6Hutc': 360 * minuteMs,
  '12Hutc': 720 * minuteMs,
  '1Dutc': 1_440 * minuteMs,
};

/** A candle row: start time, open, high, low, close, volume in contracts, volume in base coin, volume in quote coin, and "1" for a closed candle. */
export const okxCandleSchema = z
  .tuple([okxInstant, okxDecimal, okxDecimal, okxDecimal, okxDecimal, okxDecimal, okxDecimal, okxDecimal, z.string()])
  .rest(z.unknown());
/** A parsed `okxCandleSchema`. */
export type OkxCandle = z.infer<typeof okxCandleSchema>;
