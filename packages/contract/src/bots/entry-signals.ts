// The wire format of the entries that wait for a signal: which entries can be chosen, and the decisions about the entries of a bot.
import * as z from 'zod';
import { contractLimits } from '../limits.ts';

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
 * has failed too often, `warm_up` that the rule has too few bars, and `late` that a message arrived too late, or that the bot did not get the newest signal before its end. With `missed` the bar did not arrive in time, with `changed` the exchange returned another price for a closed bar, and with `not_configured` the node has no model. `values` has the values of a rule by their names. `note` is the text of the model. `closed_at` is the ISO time at
 * which the bar closed, or at which the message arrived, and `bar` is null for a message. A message has its action in `values`.
 */
const botSignalSchema = z.object({
  closed_at: z.string(),
  bar: z.string().nullable(),
  outcome: z.enum(['open', 'wait', 'none']),
  reason: z
    .enum([
      'pending',
      'timeout',
      'refused',
      'invalid',
      'unavailable',
      'budget',
      'failures',
      'warm_up',
      'late',
      'missed',
      'changed',
      'not_configured',
    ])
    .nullable(),
  defense: z.number().nullable(),
  confidence: z.number().nullable(),
  note: z.string().nullable(),
  model: z.string().nullable(),
  values: z.record(z.string(), z.string()),
});
/** One reading or decision about the entry of a bot. */
export type BotSignalWire = z.infer<typeof botSignalSchema>;

/** The settings of a rule that opens the rounds of a bot, or is computed beside it and does not act. `length` and `level` are null for a rule without them. */
export const shadowRuleSchema = z.object({
  rule: z.enum(['rsi', 'ichimoku']),
  bar: z.string(),
  length: z.number().nullable(),
  level: z.string().nullable(),
  when: z.enum(['crossing', 'while']),
});

/**
 * What the rule beside a bot would have changed, for the newest rounds of the bot, the newest first. With `same` the rule fired between the end of the round before and the opening, with `later` it first fired
 * during the round, with `out` it did not fire until the end of the round, and with `waiting` it has not fired during the running round. `fired_at` is the ISO time of the first firing. `net_pnl` is the result of the
 * round in USDT, or null while the round runs. `out_net_pnl` is the sum of the rounds with `out`.
 */
const shadowSchema = z.object({
  rounds: z.array(
    z.object({
      round: z.number(),
      opened_at: z.string(),
      ended_at: z.string().nullable(),
      net_pnl: z.string().nullable(),
      would: z.enum(['same', 'later', 'out', 'waiting']),
      fired_at: z.string().nullable(),
    }),
  ),
  out_net_pnl: z.string(),
});
/** What the rule beside a bot would have changed. */
export type BotShadow = z.infer<typeof shadowSchema>;

/**
 * GET /api/bots/:id/signals returns the newest readings or decisions since the creation of the bot, the newest first. `next_at` is the close of the running bar, or null when the bot has no rule and no model. `shadow` is null unless a rule is computed beside the bot:
 * then `items` has the readings of this rule. `opened_by` is the signal that opened the running round, from the journal, or null. `hook` is null unless the bot waits for messages: then it has the ISO time at which its secret address was created, or null when it has none.
 */
export const botSignalListSchema = z.object({
  items: z.array(botSignalSchema),
  opened_by: botSignalSchema.nullable(),
  next_at: z.string().nullable(),
  hook: z.object({ created_at: z.string().nullable() }).nullable(),
  shadow: shadowSchema.nullable(),
});
/** The newest readings or decisions about the entries of a bot. */
export type BotSignalList = z.infer<typeof botSignalListSchema>;

/** POST /api/bots/:id/signal-hook returns the path of the secret address of the bot. No other call returns it, and the address before it is not valid any more. */
export const signalHookSchema = z.object({ success: z.literal(true), path: z.string(), created_at: z.string() });

/** The token in the path of POST /hooks/signal/:token. */
export const hookParamsSchema = z.object({ token: z.string().max(contractLimits.hookTokenLength) });

/** The body of POST /hooks/signal/:token as text, because other programs send JSON with several content types. The server parses it. */
export const hookBodySchema = z.string().max(contractLimits.hookBodyBytes);

/** The response of POST /hooks/signal/:token. `is_late` means that the message arrived too late and has no effect. */
export const hookResponseSchema = z.object({ success: z.literal(true), is_late: z.boolean() });
