// The incoming signals of bots: the digest of the secret address of each bot, and the messages that arrived there. A message that arrives again is stored once.
import type { Sql, TransactionSql } from 'postgres';
import { integerOf, oneRow, textOf } from '../database/row.ts';
import { maxOpenings, maxRows } from '../limits.ts';
import type { AuditWriter } from '../people/audit-writer.ts';
import { newToken, tokenHash } from '../secrets/tokens.ts';
import { allColumns, readerOf, valuesOf, type RecordOf } from '../tables/derive.ts';
import { hookMessages } from '../tables/signals.ts';

const columns = allColumns(hookMessages);

/** A stored message. */
export type HookMessage = RecordOf<typeof columns>;

/** A message that may open a round, with the account and the instrument of its bot. */
export type OpenMessage = HookMessage & { readonly accountId: string; readonly instrumentId: string };

/** A message as it arrived. `id` is the id that its sender has chosen. Times are in epoch ms. */
export interface NewHookMessage extends Pick<HookMessage, 'action' | 'sentAt' | 'bodyHash'> {
  readonly botId: string;
  readonly id: string | null;
  /** The message has an effect at most for this time after `sentAt`, or after its arrival. */
  readonly maxLagMs: number;
  /** An equal message without id and time that arrives within this time is a repetition. */
  readonly repeatMs: number;
  readonly now: number;
}

/** The incoming signals. */
export interface SignalHooks {
  /** Creates the token of a bot of a person and returns it. The earlier token is not valid any more. The audit has a line of it. */
  renew(hook: { readonly botId: string; readonly userId: string; readonly now: number }): Promise<string>;
  /** Returns the time at which the token of the bot was created, or null when the bot has no token. */
  createdAt(botId: string): Promise<number | null>;
  /** Returns the id of the running bot that has the token, or null. */
  find(token: string): Promise<string | null>;
  /** Stores a message, or returns the stored message when it has arrived before. */
  accept(message: NewHookMessage): Promise<HookMessage>;
  /** Returns the messages to bots of these accounts that may open a round at `now`, the oldest first. */
  listOpen(accountIds: readonly string[], now: number): Promise<readonly OpenMessage[]>;
  /** Returns the newest messages to a bot, at most `limit`, the newest first. */
  list(botId: string, limit: number): Promise<readonly HookMessage[]>;
  /** Returns the arrivals (epoch ms) of the messages at which a round of the bot could open, the oldest first. */
  openings(botId: string): Promise<readonly number[]>;
}

/** Returns the incoming signals of a database. */
export function createSignalHooks(sql: Sql, writer: AuditWriter): SignalHooks {
  return {
    async renew({ botId, userId, now }) {
      const token = newToken();
      await sql.begin(async (transaction) => {
        await transaction`
          insert into signal_hooks (bot_id, token_hash, created_at) values (${botId}, ${tokenHash(token)}, ${now})
          on conflict (bot_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`;
        const line = { at: now, actorId: userId, action: 'bot.hook', subjectId: null, detail: `bot ${botId}` };
        await writer.append(transaction, line);
      });
      return token;
    },
    async createdAt(botId) {
      const rows = await sql`select created_at from signal_hooks where bot_id = ${botId}`;
      return rows.length === 0 ? null : integerOf(oneRow(rows), 'created_at');
    },
    async find(token) {
      const rows = await sql`
        select h.bot_id from signal_hooks h join bots b on b.id = h.bot_id where h.token_hash = ${tokenHash(token)} and b.ended_at is null`;
      return rows.length === 0 ? null : textOf(oneRow(rows), 'bot_id');
    },
    accept: (message) => sql.begin((transaction) => accept(transaction, message)),
    async listOpen(accountIds, now) {
      // The newest message of each bot comes before the second newest of any bot, so many messages to one bot do not hide the others.
      const rows = await sql`
        select * from (
          select m.*, b.account_id, b.instrument_id, row_number() over (partition by m.bot_id order by m.received_at desc) as place
          from hook_messages m join bots b on b.id = m.bot_id
          where m.action = 'open' and not m.is_late and m.valid_until >= ${now} and b.account_id = any(${[...accountIds]}) and b.ended_at is null
          order by place, m.received_at limit ${maxRows}) newest
        order by received_at`;
      return rows.map((row) => ({
        ...readMessage(row),
        accountId: textOf(row, 'account_id'),
        instrumentId: textOf(row, 'instrument_id'),
      }));
    },
    async list(botId, limit) {
      const rows = await sql`
        select * from hook_messages where bot_id = ${botId} order by received_at desc limit ${Math.min(limit, maxRows)}`;
      return rows.map(readMessage);
    },
    async openings(botId) {
      const rows = await sql`
        select received_at from hook_messages where bot_id = ${botId} and action = 'open' and not is_late order by received_at limit ${maxOpenings}`;
      return rows.map((row) => integerOf(row, 'received_at'));
    },
  };
}

/** Removes the secret addresses of the bots of a person, because whoever knows such an address acts for the person. The messages stay. */
export async function removeHooks(transaction: TransactionSql, userId: string): Promise<void> {
  await transaction`delete from signal_hooks where bot_id in (select id from bots where user_id = ${userId})`;
}

async function accept(transaction: TransactionSql, message: NewHookMessage): Promise<HookMessage> {
  const { botId, action, id, sentAt, bodyHash, maxLagMs, repeatMs, now } = message;
  // The lock lets the messages of one bot follow each other, so that two equal messages at two nodes are stored once.
  await transaction`select 1 from signal_hooks where bot_id = ${botId} for update`;
  const isUnnamed = id === null && sentAt === null;
  // The key names the action: a message that holds the bot has an effect although its sender has used the id for another action.
  const key = id === null ? `${action} ${isUnnamed ? `received ${now}` : `sent ${sentAt}`}` : `id ${action} ${id}`;
  const stored = await transaction`
    select * from hook_messages where bot_id = ${botId} and (message_key = ${key}
      or (${isUnnamed} and action = ${action} and message_key like ${`${action} received %`} and received_at > ${now - repeatMs}))
    order by received_at desc limit 1`;
  if (stored.length > 0) return readMessage(oneRow(stored));
  const last = oneRow(
    await transaction`select coalesce(max(received_at), 0) as received_at from hook_messages where bot_id = ${botId}`,
  );
  // A bot gets one signal of each time, so the times of its messages differ.
  const receivedAt = Math.max(now, integerOf(last, 'received_at') + 1);
  const validUntil = Math.min(sentAt ?? receivedAt, receivedAt) + maxLagMs;
  const row = {
    botId,
    messageKey: key,
    action,
    sentAt,
    receivedAt,
    validUntil,
    isLate: receivedAt > validUntil,
    bodyHash,
  };
  await transaction`insert into hook_messages ${transaction(valuesOf(columns, row))}`;
  return row;
}

const readMessage = readerOf(columns);
