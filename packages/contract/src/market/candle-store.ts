// The wire format of the stored candles of years: the coverage of an instrument, and the files of its months.
import * as z from 'zod';
import { amountTextSchema } from '../wire/amount.ts';

/** The bars of which candles are stored, with their length in ms. */
export const storedBars = { '15m': 900_000 } as const;
const storedBarSchema = z.enum(['15m']);

/**
 * One stored month. `from` and `to` are the starts of its first and last candle in epoch ms, `missing` counts the candles that are missing between
 * these candles, `tick_size` is the tick size of its prices, and `hash` identifies the file.
 */
const storedMonthSchema = z.object({
  month: z.string(),
  source: z.enum(['live', 'sandbox', 'imported']),
  candles: z.number(),
  missing: z.number(),
  from: z.number(),
  to: z.number(),
  tick_size: amountTextSchema,
  bytes: z.number(),
  hash: z.string(),
});
/** One stored month of candles. */
export type StoredMonthWire = z.infer<typeof storedMonthSchema>;

/**
 * GET /api/candles/:id returns the stored months, oldest first. `is_simulated` is true when a candle is from the sandbox. `state` is `filling` while the server
 * downloads older months, `whole` when it has every month that it wants, and `off` when it downloads none.
 */
export const candleCoverageSchema = z.object({
  instId: z.string(),
  bar: storedBarSchema,
  is_simulated: z.boolean(),
  state: z.enum(['filling', 'whole', 'off']),
  months: z.array(storedMonthSchema),
  at: z.number(),
});
/** The stored candles of an instrument. */
export type CandleCoverage = z.infer<typeof candleCoverageSchema>;

/** The query of GET /api/candles/:id. */
export const coverageQuerySchema = z.strictObject({ bar: storedBarSchema.default('15m') });
/** The path parameters: the id of an instrument. */
export const coverageParamsSchema = z.strictObject({ id: z.string().min(1).max(40) });
/** The path parameters of a month and its hash. */
export const monthParamsSchema = coverageParamsSchema.extend({
  bar: storedBarSchema,
  month: z.string().regex(/^\d{4}-\d{2}$/),
  hash: z.string().regex(/^[0-9a-f]{16}$/),
});

/** The compact candles of a month as bytes. The server sends them with the encoding brotli when the client accepts it. */
export const monthBytesSchema = z.string().meta({ format: 'binary' });
