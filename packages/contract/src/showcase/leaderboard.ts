// The wire format of the leaderboard: the five members with the highest profit of the last 30 days. E-mails are masked (decision 20).
import * as z from 'zod';
import { amountTextSchema } from '../wire/amount.ts';

/** One place of the leaderboard. `reentry_text` is the English text "round N". Clients translate `round` (decision 4). */
const leaderboardItemSchema = z.object({
  email: z.string(),
  initials: z.string(),
  total_profit_30d: amountTextSchema,
  active_days_30d: z.number(),
  active_bots: z.array(z.object({ symbol: z.string(), reentry_text: z.string(), round: z.number() })),
  created_symbols: z.array(z.string()),
  simulated: z.boolean(),
});
/** One place of the leaderboard. */
export type LeaderboardItem = z.infer<typeof leaderboardItemSchema>;

/**
 * `denominators` has the number of people whose bots closed a position in the 30 days, the number of these people with a loss, and the
 * median result. `results` has the result of each person, lowest first, without names. When the number of people is large, `results` has
 * only every n-th result.
 */
export const leaderboardSchema = z.object({
  items: z.array(leaderboardItemSchema),
  results: z.array(amountTextSchema),
  denominators: z.object({ accounts: z.number(), lost: z.number(), median_profit_30d: amountTextSchema }),
  updated_at: z.number(),
  next_update_at: z.number(),
});
/** The leaderboard. */
export type Leaderboard = z.infer<typeof leaderboardSchema>;
