// The ladder of a bot on the wire: one row per step, with the liquidation price after it.
import * as z from 'zod';
import { amountTextSchema } from '../wire/amount.ts';

/** One step. `amount` is the notional in USDT, `size` is in contracts, and `liquidation_price` is the estimate after the fills of steps 1 to this step; null: no liquidation. */
export const planStepSchema = z.object({
  step: z.number().int(),
  price: amountTextSchema,
  amount: amountTextSchema,
  size: amountTextSchema,
  type: z.enum(['market', 'limit']),
  cyclic: z.boolean(),
  liquidation_price: amountTextSchema.nullable(),
  expected_pnl: amountTextSchema,
});

/** The server's plan. `budget` is the round's budget G in USDT, `first_price` the price of the first step. */
export const planSchema = z.object({
  budget: amountTextSchema,
  first_price: amountTextSchema,
  max_total_size: amountTextSchema,
  steps: z.array(planStepSchema),
});
/** The server's plan. */
export type PlanResponse = z.infer<typeof planSchema>;
