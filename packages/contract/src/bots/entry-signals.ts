// The wire format of the entries that wait for a signal: which entries can be chosen, and the decisions about the entries of a bot.
import * as z from 'zod';

/**
 * GET /api/entry-options returns whether the entry `ai-gpt` can be chosen. `is_double` is true when a test double decides and no model. `minimum_balance` is the
 * smallest total balance in USDT.
 */
export const entryOptionsSchema = z.object({
  ai_gpt: z.object({
    is_on: z.boolean(),
    is_double: z.boolean(),
    instruments: z.array(z.string()),
    minimum_balance: z.string(),
  }),
});
/** The entries that can be chosen. */
export type EntryOptions = z.infer<typeof entryOptionsSchema>;

/**
 * One reading of a rule, or one decision of an AI model, in the direction of the bot. With `open` a round may open, and with `wait` no round may open. `outcome` is `none` when there was
 * no valid reading or decision, and `reason` says why: `pending` means that the model was called and has not responded, `budget` that the budget of the day is used, `failures` that the model
 * has failed too often, and `warm_up` that the rule has too few bars. `values` has the values of a rule by their names. `note` is the text of the model. `closed_at` is the ISO time at
 * which the bar closed.
 */
const botSignalSchema = z.object({
  closed_at: z.string(),
  bar: z.string(),
  outcome: z.enum(['open', 'wait', 'none']),
  reason: z
    .enum(['pending', 'timeout', 'refused', 'invalid', 'unavailable', 'budget', 'failures', 'warm_up'])
    .nullable(),
  defense: z.number().nullable(),
  confidence: z.number().nullable(),
  note: z.string().nullable(),
  model: z.string().nullable(),
  values: z.record(z.string(), z.string()),
});
/** One reading or decision about the entry of a bot. */
export type BotSignalWire = z.infer<typeof botSignalSchema>;

/** GET /api/bots/:id/signals returns the newest readings or decisions since the creation of the bot, the newest first. `next_at` is the close of the running bar, or null when the bot opens its rounds at once. */
export const botSignalListSchema = z.object({ items: z.array(botSignalSchema), next_at: z.string().nullable() });
/** The newest readings or decisions about the entries of a bot. */
export type BotSignalList = z.infer<typeof botSignalListSchema>;
