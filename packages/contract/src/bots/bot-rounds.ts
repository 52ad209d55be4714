// The wire format of the rounds of a bot that have ended.
import * as z from 'zod';
import { amountTextSchema } from '../wire/amount.ts';

/**
 * One round that has ended. Times are ISO times; `opened_at` is null when the log has no opening. `net_pnl` is the net result in USDT, after fees and funding.
 * `end_reason` is `take_profit`, `stop_loss`, `stop`, `leave`, `external` or `liquidated`; a newer server may have further reasons.
 * `cycles` is the number of completed cycles. `deepest_step` is the deepest step whose entry filled, or 0.
 */
const botRoundSchema = z.object({
  round: z.number(),
  opened_at: z.string().nullable(),
  ended_at: z.string(),
  net_pnl: amountTextSchema,
  end_reason: z.string(),
  cycles: z.number(),
  deepest_step: z.number(),
});
/** One round of a bot that has ended. */
export type BotRoundWire = z.infer<typeof botRoundSchema>;

/** GET /api/bots/:id/rounds returns the newest round first. `total` is the number of rounds on all pages. */
export const botRoundListSchema = z.object({ items: z.array(botRoundSchema), total: z.number() });
/** A page of rounds. */
export type BotRoundList = z.infer<typeof botRoundListSchema>;
