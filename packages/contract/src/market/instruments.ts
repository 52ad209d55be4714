// The wire format of tradable instruments with rules, prices and candles, for the form and the chart. The field names are the names that the exchange uses.
import * as z from 'zod';
import { amountTextSchema, queryCount } from '../wire/amount.ts';
import { contractLimits } from '../limits.ts';

/**
 * One position tier. A position of up to `max_size` contracts may have at most `max_leverage` and has the maintenance margin rate `mmr`.
 * `max_size` is null when the size of the tier has no bound.
 */
const positionTierSchema = z.object({
  max_size: amountTextSchema.nullable(),
  mmr: amountTextSchema,
  max_leverage: amountTextSchema,
});

/**
 * Whether an instrument is traded. `halted`: the exchange has suspended trading. `postOnly`: it accepts only orders that rest. `expired`: it has ended
 * trading.
 */
export const tradingStateSchema = z.enum(['live', 'halted', 'postOnly', 'expired']);

/** One USDT swap with all fields for the `InstrumentRules` of the strategy. A fee is a fraction of the notional, and it is positive when the account pays the fee. `ends_at` is the announced end of trading in epoch ms. */
const instrumentSchema = z.object({
  instId: z.string(),
  baseCcy: z.string(),
  quoteCcy: z.string(),
  settleCcy: z.string(),
  state: tradingStateSchema,
  ends_at: z.number().nullable(),
  tickSz: amountTextSchema,
  lotSz: amountTextSchema,
  minSz: amountTextSchema,
  ctVal: amountTextSchema,
  maxLmtSz: amountTextSchema,
  maxMktSz: amountTextSchema,
  lever: amountTextSchema,
  maker_fee: amountTextSchema,
  taker_fee: amountTextSchema,
  tiers: z.array(positionTierSchema),
});
/** One tradable instrument with its rules. */
export type InstrumentWire = z.infer<typeof instrumentSchema>;

/** GET /api/instruments returns the swaps that settle in USDT, sorted by id, also those whose trading is suspended or will end. */
export const instrumentListSchema = z.object({ items: z.array(instrumentSchema), at: z.number() });
/** The tradable instruments. */
export type InstrumentList = z.infer<typeof instrumentListSchema>;

/**
 * The response of GET /api/instruments/:id/ticker. `at` is exchange time in epoch ms. `trading` is the present trading state with the
 * announced end of trading in epoch ms, or null while the state is unknown.
 */
export const tickerSchema = z.object({
  instId: z.string(),
  last: amountTextSchema,
  bid: amountTextSchema.nullable(),
  ask: amountTextSchema.nullable(),
  at: z.number(),
  trading: z.object({ state: tradingStateSchema, ends_at: z.number().nullable() }).nullable(),
});

const candleBars = ['1m', '5m', '15m', '1H', '4H', '1D'] as const;

/** The query of GET /api/instruments/:id/candles. */
export const candlesQuerySchema = z.strictObject({
  bar: z.enum(candleBars).default('15m'),
  limit: queryCount({ min: 1, max: contractLimits.candleRows }).default(200),
});
/** The bar and the number of candles. */
export type CandlesQuery = z.input<typeof candlesQuerySchema>;

/** One candle. `at` is the opening time of the candle in epoch ms. */
const candleSchema = z.object({
  at: z.number(),
  open: amountTextSchema,
  high: amountTextSchema,
  low: amountTextSchema,
  close: amountTextSchema,
  volume: amountTextSchema,
});
/** One candle. */
export type CandleWire = z.infer<typeof candleSchema>;

/** GET /api/instruments/:id/candles returns the oldest candle first. The newest candle may still be open. */
export const candleListSchema = z.object({ instId: z.string(), bar: z.enum(candleBars), items: z.array(candleSchema) });
/** The candles of an instrument. */
export type CandleList = z.infer<typeof candleListSchema>;

/** The path parameters: the id of an instrument. */
export const instrumentParamsSchema = z.strictObject({ id: z.string().min(1).max(40) });
