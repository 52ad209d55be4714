// The tables of the signals of running bots.
import { pgTable } from 'drizzle-orm/pg-core';
import { boolean, bytes, count, text, whole, word } from './columns.ts';

/** The table of the decisions of an AI model. `costMicros` is in millionths of a USD. */
export const aiDecisions = pgTable('ai_decisions', {
  model: text('model').notNull(),
  promptVersion: text('prompt_version').notNull(),
  instrumentId: text('instrument_id').notNull(),
  bar: text('bar').notNull(),
  closedAt: whole('closed_at').notNull(),
  outcome: word('outcome', ['claimed', 'ok', 'timeout', 'refused', 'invalid', 'unavailable', 'capped']).notNull(),
  detail: text('detail').notNull(),
  prompt: text('prompt').notNull(),
  promptHash: text('prompt_hash').notNull(),
  response: text('response'),
  decision: text('decision'),
  latencyMs: count('latency_ms'),
  promptTokens: count('prompt_tokens'),
  completionTokens: count('completion_tokens'),
  costMicros: whole('cost_micros').notNull(),
  claimedAt: whole('claimed_at').notNull(),
  completedAt: whole('completed_at'),
});

/** The table of the readings of signal rules. `reading` has the values as JSON. `fires` is null while the rule has too few bars. A complete reading of ATR has `fires`, because a round may open with it. */
export const signalReadings = pgTable('signal_readings', {
  ruleKey: text('rule_key').notNull(),
  instrumentId: text('instrument_id').notNull(),
  bar: text('bar').notNull(),
  closedAt: whole('closed_at').notNull(),
  reading: text('reading').notNull(),
  fires: boolean('fires'),
  barsHash: text('bars_hash').notNull(),
  computedAt: whole('computed_at').notNull(),
});

/** The table of the secret addresses of bots. The address contains a token, and `tokenHash` is its digest. */
export const signalHooks = pgTable('signal_hooks', {
  botId: text('bot_id').notNull(),
  tokenHash: bytes('token_hash').notNull(),
  createdAt: whole('created_at').notNull(),
});

/** The table of the messages that arrived at the addresses of bots. `sentAt` is null when the message had no time. A late message has no effect. */
export const hookMessages = pgTable('hook_messages', {
  botId: text('bot_id').notNull(),
  messageKey: text('message_key').notNull(),
  action: word('action', ['open', 'hold', 'last']).notNull(),
  sentAt: whole('sent_at'),
  receivedAt: whole('received_at').notNull(),
  validUntil: whole('valid_until').notNull(),
  isLate: boolean('is_late').notNull(),
  bodyHash: text('body_hash').notNull(),
});
