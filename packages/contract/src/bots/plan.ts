// The wire format of a plan: one row per step, with the liquidation price after the step has filled.
import * as z from 'zod';
import { amountTextSchema } from '../wire/amount.ts';

/** One step. `amount` is the notional in USDT, and `size` is in contracts. `liquidation_price` is the estimate after all steps up to this step have filled, or null when the position cannot be liquidated. */
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

/** The plan of the server. `budget` is the budget of the round in USDT. `first_price` is the price of the first step. */
export const planSchema = z.object({
  budget: amountTextSchema,
  first_price: amountTextSchema,
  max_total_size: amountTextSchema,
  steps: z.array(planStepSchema),
});
/** The plan of the server. */
export type PlanResponse = z.infer<typeof planSchema>;
