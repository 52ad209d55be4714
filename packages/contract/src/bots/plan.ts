// The ladder of a bot on the wire: one row per step, with the liquidation price after it.
import * as z from 'zod';
import { amountText } from '../wire/amount.ts';

/** One step: `amount` is USDT notional, `size` contracts, `liquidation_price` the estimate with steps 1..step filled (null: none). */
export const planStep = z.object({
  step: z.number().int(),
  price: amountText,
  amount: amountText,
  size: amountText,
  type: z.enum(['market', 'limit']),
  cyclic: z.boolean(),
  liquidation_price: amountText.nullable(),
  expected_pnl: amountText,
});
export type PlanStep = z.infer<typeof planStep>;

/** The server's plan. `budget` is the round's budget G in USDT, `first_price` the price it starts from. */
export const plan = z.object({
  budget: amountText,
  first_price: amountText,
  max_total_size: amountText,
  steps: z.array(planStep),
});
export type PlanAnswer = z.infer<typeof plan>;
