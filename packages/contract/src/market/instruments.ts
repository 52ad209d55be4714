// Tradable instruments with rules, prices and candles, for the form and the chart. The field names are those of the exchange.
import * as z from 'zod';
import { amountTextSchema, queryCount } from '../wire/amount.ts';
import { contractLimits } from '../limits.ts';

/** One position tier: up to `max_size` contracts (null: unlimited) at most `max_leverage`, maintenance rate `mmr`. */
const positionTierSchema = z.object({
  max_size: amountTextSchema.nullable(),
  mmr: amountTextSchema,
  max_leverage: amountTextSchema,
});

/** One live USDT swap with all fields for the `InstrumentRules` of the strategy. Fees are fractions, positive when paid. */
const instrumentSchema = z.object({
  instId: z.string(),
  baseCcy: z.string(),
  quoteCcy: z.string(),
  settleCcy: z.string(),
  state: z.string(),
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

/** GET /api/instruments: the live swaps with settlement in USDT, sorted by id. */
export const instrumentListSchema = z.object({ items: z.array(instrumentSchema), at: z.number() });
/** The tradable instruments. */
export type InstrumentList = z.infer<typeof instrumentListSchema>;

/** GET /api/instruments/:id/ticker. `at` is exchange time, epoch ms. */
export const tickerSchema = z.object({
  instId: z.string(),
  last: amountTextSchema,
  bid: amountTextSchema.nullable(),
  ask: amountTextSchema.nullable(),
  at: z.number(),
});

const candleBars = ['1m', '5m', '15m', '1H', '4H', '1D'] as const;

/** GET /api/instruments/:id/candles. */
export const candlesQuerySchema = z.strictObject({
  bar: z.enum(candleBars).default('15m'),
  limit: queryCount({ min: 1, max: contractLimits.candleRows }).default(200),
});
/** The bar and number of candles. */
export type CandlesQuery = z.input<typeof candlesQuerySchema>;

/** One candle; `at` is its opening time in epoch ms. */
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

/** GET /api/instruments/:id/candles: oldest first; the last one may not be closed yet. */
export const candleListSchema = z.object({ instId: z.string(), bar: z.enum(candleBars), items: z.array(candleSchema) });
/** The candles of an instrument. */
export type CandleList = z.infer<typeof candleListSchema>;

/** The instrument of a path. */
export const instrumentParamsSchema = z.strictObject({ id: z.string().min(1).max(40) });
