// The tables of bots, of user commands, and of the history of the demo world.
import { pgTable } from 'drizzle-orm/pg-core';
import { commandKinds } from '../bots/command-kinds.ts';
import { amount, boolean, bytes, count, text, whole, word } from './columns.ts';

const directions = ['long', 'short'] as const;

/** The table of bots. */
export const bots = pgTable('bots', {
  id: text('id').notNull(),
  botNumber: whole('bot_number').notNull(),
  userId: text('user_id').notNull(),
  accountId: text('account_id').notNull(),
  instrumentId: text('instrument_id').notNull(),
  name: text('name').notNull(),
  direction: word('direction', directions).notNull(),
  config: text('config').notNull(),
  planSummary: text('plan_summary').notNull(),
  reservedMargin: amount('reserved_margin').notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  course: word('course', ['running', 'last', 'closing', 'done']).notNull(),
  stopKind: word('stop_kind', ['stop_close', 'stop_keep']),
  createdAt: whole('created_at').notNull(),
  endedAt: whole('ended_at'),
});

/** The table of what remains of deleted bots. `keyDigest` is the SHA-256 of the idempotency key. */
export const pastBots = pgTable('past_bots', {
  botNumber: whole('bot_number').notNull(),
  userId: text('user_id').notNull(),
  keyDigest: bytes('key_digest').notNull(),
});

/** The table of user commands. */
export const botCommands = pgTable('bot_commands', {
  id: text('id').notNull(),
  sequence: whole('sequence').notNull(),
  botId: text('bot_id').notNull(),
  kind: word('kind', commandKinds).notNull(),
  isLast: boolean('is_last'),
  requestId: text('request_id').notNull(),
  createdAt: whole('created_at').notNull(),
  settledAt: whole('settled_at'),
});

/** The table of finished bots of the demo world. */
export const simulatedHistory = pgTable('simulated_history', {
  botId: text('bot_id').notNull(),
  userId: text('user_id').notNull(),
  instrumentId: text('instrument_id').notNull(),
  name: text('name').notNull(),
  direction: word('direction', directions).notNull(),
  config: text('config').notNull(),
  planSummary: text('plan_summary').notNull(),
  netPnl: amount('net_pnl').notNull(),
  rounds: count('rounds').notNull(),
  cycles: count('cycles').notNull(),
  endReason: text('end_reason').notNull(),
  startedAt: whole('started_at').notNull(),
  endedAt: whole('ended_at').notNull(),
  fills: text('fills').notNull(),
});
