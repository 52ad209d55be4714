// The tables of sessions, of their tokens, of known devices, of tickets for sockets, of open sockets, and of the counts of calls.
import { pgTable } from 'drizzle-orm/pg-core';
import { boolean, bytes, count, databaseTime, text, whole, word } from './columns.ts';

/** The table of sessions. */
export const sessions = pgTable('sessions', {
  id: text('id').notNull(),
  userId: text('user_id').notNull(),
  isRemembered: boolean('remembered').notNull(),
  createdAt: whole('created_at').notNull(),
  endsAt: whole('ends_at').notNull(),
  revokedAt: whole('revoked_at'),
  agent: text('agent').notNull(),
  lastUsedAt: whole('last_used_at').notNull(),
  provedAt: whole('proved_at').notNull(),
  secondFactorAt: whole('second_factor_at'),
});

/** The table of the tokens of sessions. */
export const sessionTokens = pgTable('session_tokens', {
  tokenHash: bytes('token_hash').notNull(),
  sessionId: text('session_id').notNull(),
  kind: word('kind', ['access', 'refresh']).notNull(),
  issuedAt: whole('issued_at').notNull(),
  expiresAt: whole('expires_at').notNull(),
  replacedAt: whole('replaced_at'),
});

/** The table of the devices from which people have logged in. */
export const devices = pgTable('devices', {
  tokenHash: bytes('token_hash').notNull(),
  userId: text('user_id').notNull(),
  agent: text('agent').notNull(),
  firstAt: whole('first_at').notNull(),
  lastAt: whole('last_at').notNull(),
});

/** The table of the tickets for sockets. */
export const tickets = pgTable('tickets', {
  ticketHash: bytes('ticket_hash').notNull(),
  userId: text('user_id').notNull(),
  sessionId: text('session_id').notNull(),
  accountId: text('account_id'),
  expiresAt: whole('expires_at').notNull(),
});

/** The table of the open sockets of people. */
export const openSockets = pgTable('open_sockets', {
  userId: text('user_id').notNull(),
  slot: count('slot').notNull(),
  openedBy: text('opened_by').notNull(),
});

/** The table of the counts of calls. */
export const throttles = pgTable('throttles', {
  key: bytes('key').notNull(),
  points: count('points').notNull(),
  expiresAt: databaseTime('expires_at').notNull(),
});
