// The wire format of the history: the finished bots in a range of dates, with the totals of the whole range.
import * as z from 'zod';
import { amountTextSchema, queryCount } from '../wire/amount.ts';
import { contractLimits } from '../limits.ts';

const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { message: 'must be a date YYYY-MM-DD', abort: true })
  .refine(isCalendarDay, { message: 'is not a day of the calendar' });

const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns whether the calendar has this day. The function does not use `Date`, because `Date` reads 31 February as 3 March. */
function isCalendarDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 && isLeap ? 29 : (daysOfMonth[month - 1] ?? 0);
  // The calendar has no year 0.
  return year >= 1 && day >= 1 && day <= days;
}

/** The query of GET /api/bots/export and GET /api/bots/portfolio. Both days are UTC days and belong to the range. By default `to` is the current day, and `from` is chosen so that the range has 30 days. */
export const historyRangeSchema = z.strictObject({ from: date.optional(), to: date.optional() });

/** The query of GET /api/bots: a range of days, and one page of the finished bots in this range. */
export const historyQuerySchema = historyRangeSchema.extend({
  offset: queryCount({ min: 0, max: 1_000_000 }).default(0),
  limit: queryCount({ min: 1, max: contractLimits.historyRows }).default(contractLimits.historyRows),
});

/** One finished bot. `account_id` is null for a bot of the demo world. `total_profit` is the profit after fees and funding. `simulated` is true when the bot traded with money of the sandbox. */
const historyItemSchema = z.object({
  id: z.string(),
  account_id: z.string().nullable(),
  title: z.string(),
  metadata: z.object({ name: z.string() }),
  symbol: z.string(),
  direction: z.enum(['LONG', 'SHORT']),
  leverage: z.number(),
  martin_steps: z.number(),
  cyclic_steps: z.number(),
  basic: z.object({ symbol: z.string(), direction: z.enum(['long', 'short']), leverage: z.number() }),
  entry: z.object({ count: z.number(), risk_management: z.object({ step: z.number() }) }),
  total_profit: amountTextSchema,
  rounds: z.number(),
  cycles: z.number(),
  /** The number of the deepest step whose entry filled, or 0 when no entry filled. */
  deepest_step: z.number(),
  end_reason: z.string(),
  simulated: z.boolean(),
  created_at: z.string(),
  ended_at: z.string(),
  updated_at: z.string(),
});
/** One finished bot. */
export type HistoryItem = z.infer<typeof historyItemSchema>;

/**
 * The counts of the whole range. A bot whose position was kept is in `kept` only, and is not the `worst` one, because its profit is the realised part of an open position.
 * `worst` is the bot with the lowest profit, or null without such a bot.
 */
const historyTotalsSchema = z.object({
  won: z.number(),
  lost: z.number(),
  kept: z.number(),
  rounds: z.number(),
  cycles: z.number(),
  worst: z.object({ title: z.string(), total_profit: amountTextSchema }).nullable(),
});

/**
 * `days` is the number of days in the range, including the first and the last day. `total`, `total_profit` and `totals` belong to the whole range. `items` is one page,
 * newest first. An older server sends no `totals`.
 */
export const historyListSchema = z.object({
  items: z.array(historyItemSchema),
  total: z.number(),
  total_profit: amountTextSchema,
  totals: historyTotalsSchema.optional(),
  days: z.number(),
  from: z.string(),
  to: z.string(),
});
/** A page of finished bots. */
export type HistoryList = z.infer<typeof historyListSchema>;
