// The wire format of the simulated rounds on the landing page. The rounds are computed from recent candles of the venue (decisions 30, 33).
import * as z from 'zod';
import { amountTextSchema } from '../wire/amount.ts';

const point = z.object({ at: z.number(), price: amountTextSchema });

/**
 * One round. Amounts of money are in USDT. `nearest` is the smallest distance of the price to the liquidation price in percent, and `lowest` is the lowest
 * result during the round. The rounds of the landing page have no stop loss, so pages without the end `stop` can read them. `bracket` has the results for the other possible sequences of the prices inside a candle.
 */
const replaySchema = z.object({
  symbol: z.string(),
  end: z.enum(['exit', 'stop', 'liquidation', 'open']),
  net: amountTextSchema,
  lowest: amountTextSchema,
  fees: amountTextSchema,
  cycles: z.number(),
  nearest: z.number().nullable(),
  bracket: z.object({ better: amountTextSchema, worse: amountTextSchema }),
  from: z.number(),
  to: z.number(),
  levels: z.array(z.object({ step: z.number(), price: amountTextSchema, cyclic: z.boolean() })),
  prices: z.array(point),
  fills: z.array(
    point.extend({
      kind: z.enum(['entry', 'cycle', 'exit', 'stop', 'liquidation', 'close']),
      step: z.number(),
      net: amountTextSchema.nullable(),
    }),
  ),
  exits: z.array(point),
  liquidations: z.array(z.object({ at: z.number(), price: amountTextSchema.nullable() })),
});

/** The settings of both rounds. A percent is a number, for example 1.5 for 1.5 %. */
const replaySettingsSchema = z.object({
  budget: amountTextSchema,
  size_percent: z.number(),
  leverage: z.number(),
  martin_steps: z.number(),
  cycle_steps: z.number(),
  defense_percent: z.number(),
  take_profit: z.number(),
});

/** GET /api/replays returns two rounds. `finished` is the latest round with two cycles. `fall` is the round during the largest price fall (`fall_percent`) of these days. A round is null when the candles contain no such round. */
export const replaysSchema = z.object({
  simulated: z.literal(true),
  settings: replaySettingsSchema,
  days: z.number(),
  bar: z.literal('15m'),
  finished: replaySchema.nullable(),
  fall: replaySchema.nullable(),
  fall_percent: z.number(),
  updated_at: z.number(),
});
/** The two replayed rounds. */
export type Replays = z.infer<typeof replaysSchema>;
