// The wire format of the portfolio: the result of all bots together, finished and running, by days.
import * as z from 'zod';
import { amountTextSchema } from '../wire/amount.ts';

/** One UTC day (YYYY-MM-DD) with a result. `realised` is the net realised result of all bots on this day in USDT, after fees and funding. */
const portfolioDaySchema = z.object({ day: z.string(), realised: amountTextSchema });

/**
 * GET /api/bots/portfolio. `days` are the days of the range with a result, oldest first. A bot of the demo world contributes its result on the day of its end.
 * `running` are the running bots. `booked` is what the exchange has booked for a bot since its start. The rest of its `current_pnl` is not realised.
 */
export const portfolioSchema = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(portfolioDaySchema),
  running: z.array(z.object({ bot_id: z.string(), booked: amountTextSchema })),
});
/** The result of all bots together, by days. */
export type Portfolio = z.infer<typeof portfolioSchema>;
