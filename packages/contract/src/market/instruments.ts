// Tradable instruments, their rules, prices and candles, as the form and the chart need them. Field names are the exchange's.
import * as z from 'zod';
import { amountText, queryCount } from '../wire/amount.ts';
import { contractLimits } from '../limits.ts';

/** One position tier: up to `max_size` contracts (null: without end) at most `max_leverage`, maintenance rate `mmr`. */
export const positionTier = z.object({
  max_size: amountText.nullable(),
  mmr: amountText,
  max_leverage: amountText,
});

/** One live USDT swap with everything that `InstrumentRules` of the strategy needs. Fees are fractions, positive when paid. */
export const instrument = z.object({
  instId: z.string(),
  baseCcy: z.string(),
  quoteCcy: z.string(),
  settleCcy: z.string(),
  state: z.string(),
  tickSz: amountText,
  lotSz: amountText,
  minSz: amountText,
  ctVal: amountText,
  maxLmtSz: amountText,
  maxMktSz: amountText,
  lever: amountText,
  maker_fee: amountText,
  taker_fee: amountText,
  tiers: z.array(positionTier),
});
export type Instrument = z.infer<typeof instrument>;

/** GET /api/instruments: settle currency USDT and state live only, by id. */
export const instrumentList = z.object({ items: z.array(instrument), at: z.number() });
export type InstrumentList = z.infer<typeof instrumentList>;

/** GET /api/instruments/:id/ticker. `at` is exchange time, epoch ms. */
export const ticker = z.object({
  instId: z.string(),
  last: amountText,
  bid: amountText.nullable(),
  ask: amountText.nullable(),
  at: z.number(),
});
export type Ticker = z.infer<typeof ticker>;

export const candleBars = ['1m', '5m', '15m', '1H', '4H', '1D'] as const;

export const candlesQuery = z.strictObject({
  bar: z.enum(candleBars).default('15m'),
  limit: queryCount({ min: 1, max: contractLimits.candleRows }).default(200),
});
export type CandlesQuery = z.input<typeof candlesQuery>;

/** One candle; `at` is its opening time in epoch ms. */
export const candle = z.object({
  at: z.number(),
  open: amountText,
  high: amountText,
  low: amountText,
  close: amountText,
  volume: amountText,
});
export type Candle = z.infer<typeof candle>;

/** GET /api/instruments/:id/candles: oldest first; the last one may still be forming. */
export const candleList = z.object({ instId: z.string(), bar: z.enum(candleBars), items: z.array(candle) });
export type CandleList = z.infer<typeof candleList>;

export const instrumentParams = z.strictObject({ id: z.string().min(1).max(40) });
