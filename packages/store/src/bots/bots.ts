// The repository of bots. A bot is created under the row lock of its account.
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { createBotReads, type BotReads } from './bot-reads.ts';
import { createBotCommands, type BotCommands } from './bot-commands.ts';
import { botOf, selectBots, type BotRecord } from './bot-record.ts';
import { createWatchedBots, type WatchedBots } from './watched-bots.ts';
import { isDuplicate } from '../database/connection.ts';
import { booleanOf, oneRow, textOf } from '../database/row.ts';
import type { AuditWriter } from '../people/audit-writer.ts';
import type { StoreResult } from '../result.ts';
import { bots as botsTable } from '../tables/bots.ts';
import { omitColumns, valuesOf } from '../tables/derive.ts';

/**
 * A bot to be created. `balance` is the current total USDT equity of the account. `coveredLosses` are the losses of open rounds in USDT, by
 * bot id, which are in the equity and do not reduce what is free (decision 41). One bot can exist per user and idempotency key.
 */
export interface NewBot {
  readonly userId: string;
  readonly accountId: string;
  readonly instrumentId: string;
  readonly name: string;
  readonly direction: 'long' | 'short';
  readonly config: string;
  readonly planSummary: string;
  readonly reservedMargin: string; // an amount in USDT, above zero
  readonly balance: string;
  readonly coveredLosses: Readonly<Record<string, string>>;
  readonly idempotencyKey: string;
  readonly now: number;
}

/** The reason why a bot is not created. */
export type CreateBotRefusal = 'account_missing' | 'symbol_in_use' | 'insufficient_margin' | 'key_reused';

/** The bots of the store: creation, reads, and user commands. */
export interface Bots extends BotCommands, BotReads, WatchedBots {
  /** Creates a bot. One transaction checks the instrument, the margin and the idempotency key, and stores the bot. */
  create(bot: NewBot): Promise<StoreResult<{ readonly bot: BotRecord; readonly isNew: boolean }, CreateBotRefusal>>;
  find(botId: string): Promise<BotRecord | null>;
  /** Returns the bot that a request with this idempotency key has created. Returns null when no bot has this key. */
  findByKey(userId: string, idempotencyKey: string): Promise<BotRecord | null>;
  /** Returns true when the person has started a bot at any time, or has the history of the demo world. A bot whose rows are deleted counts too. */
  hasRun(userId: string): Promise<boolean>;
  listActive(userId: string): Promise<readonly BotRecord[]>;
  listActiveOfAccount(accountId: string): Promise<readonly BotRecord[]>;
  /** Returns the client ids of the orders that the journal counts as open. */
  listOpenOrders(accountId: string): Promise<readonly string[]>;
  /** Returns the USDT that the running bots of the account reserve. */
  reservedMargin(accountId: string): Promise<string>;
  /** Sets the reservation of a running bot to the budget of its current round. Returns false when the bot has ended. */
  reserve(botId: string, amount: string): Promise<boolean>;
}

/** Returns the bots of a database. Source: strategy 2 (reserved margin), decision 2, decision 34. */
export function createBots(sql: Sql, writer: AuditWriter): Bots {
  const bots = selectBots(sql);
  const find = async (botId: string): Promise<BotRecord | null> => {
    const rows = await sql`${bots} where b.id = ${botId}`;
    return rows.length === 0 ? null : botOf(oneRow(rows));
  };
  return {
    find,
    async create(bot) {
      const created = await sql.begin((transaction) => createOnce({ transaction, writer }, bot)).catch(refuseDeleted);
      if (!created.ok) return created;
      const record = await find(created.botId);
      if (record === null) throw new Error(`bot ${created.botId} was created but cannot be found`);
      return { ok: true, bot: record, isNew: created.isNew };
    },
    async findByKey(userId, idempotencyKey) {
      const rows = await sql`${bots} where b.user_id = ${userId} and b.idempotency_key = ${idempotencyKey}`;
      return rows.map(botOf)[0] ?? null;
    },
    hasRun: (userId) => readHasRun(sql, userId),
    async listActive(userId) {
      return (
        await sql`${bots} where b.user_id = ${userId} and b.ended_at is null order by b.created_at, b.bot_number`
      ).map(botOf);
    },
    async listActiveOfAccount(accountId) {
      return (await sql`${bots} where b.account_id = ${accountId} and b.ended_at is null order by b.bot_number`).map(
        botOf,
      );
    },
    async listOpenOrders(accountId) {
      const rows = await sql`
        select distinct client_id from intents
        where account_id = ${accountId} and verb = 'place' and state in ('sent', 'live', 'partiallyFilled', 'unknown') order by client_id`;
      return rows.map((row) => textOf(row, 'client_id'));
    },
    async reservedMargin(accountId) {
      return textOf(
        oneRow(
          await sql`select coalesce(sum(reserved_margin), 0)::text as reserved from bots where account_id = ${accountId} and ended_at is null`,
        ),
        'reserved',
      );
    },
    async reserve(botId, amount) {
      return (
        (await sql`update bots set reserved_margin = ${amount} where id = ${botId} and ended_at is null`).count === 1
      );
    },
    ...createBotReads(sql),
    ...createWatchedBots(sql),
    ...createBotCommands(sql, writer),
  };
}

async function readHasRun(sql: Sql, userId: string): Promise<boolean> {
  const rows = await sql`
    select exists (select 1 from bots where user_id = ${userId}) or exists (select 1 from past_bots where user_id = ${userId})
      or exists (select 1 from simulated_history where user_id = ${userId}) as has_run`;
  return booleanOf(oneRow(rows), 'has_run');
}

// The database assigns the number and the initial course of a new bot.
const newBotColumns = omitColumns(botsTable, ['botNumber', 'course', 'stopKind', 'endedAt']);

type CreationResult =
  | { readonly ok: true; readonly botId: string; readonly isNew: boolean }
  | {
      readonly ok: false;
      readonly refusal: CreateBotRefusal;
    };

/** The database refuses a request that has created a bot which a purge has deleted, because the request would create a second bot. */
function refuseDeleted(error: unknown): CreationResult {
  if (isDuplicate(error, 'past_bots_user_id_key_digest_key')) return { ok: false, refusal: 'key_reused' };
  throw error;
}

async function createOnce(
  { transaction, writer }: { readonly transaction: TransactionSql; readonly writer: AuditWriter },
  bot: NewBot,
): Promise<CreationResult> {
  // The advisory lock allows only one creation per user and idempotency key at a time. The row lock of the account allows only one creation per account at a
  // time, so the sum of the reservations cannot change before the insert.
  await transaction`select pg_advisory_xact_lock(hashtextextended(${`bot key ${bot.userId} ${bot.idempotencyKey}`}, 0))`;
  const account =
    await transaction`select 1 from exchange_accounts where id = ${bot.accountId} and user_id = ${bot.userId} and unlinked_at is null for update`;
  if (account.length === 0) return { ok: false, refusal: 'account_missing' };
  const earlier = await transaction`
    select id, account_id = ${bot.accountId} and instrument_id = ${bot.instrumentId} and config = ${bot.config} as is_same
    from bots where user_id = ${bot.userId} and idempotency_key = ${bot.idempotencyKey}`;
  if (earlier.length > 0) {
    const row = oneRow(earlier);
    return booleanOf(row, 'is_same')
      ? { ok: true, botId: textOf(row, 'id'), isNew: false }
      : { ok: false, refusal: 'key_reused' };
  }
  const room = oneRow(
    await transaction`
    select coalesce(bool_or(instrument_id = ${bot.instrumentId}), false) as is_taken,
      coalesce(sum(greatest(reserved_margin - coalesce((${JSON.stringify(bot.coveredLosses)}::text::jsonb ->> id::text)::numeric, 0), 0)), 0)
        + ${bot.reservedMargin}::numeric <= ${bot.balance}::numeric as fits
    from bots where account_id = ${bot.accountId} and ended_at is null`,
  );
  if (booleanOf(room, 'is_taken')) return { ok: false, refusal: 'symbol_in_use' };
  if (!booleanOf(room, 'fits')) return { ok: false, refusal: 'insufficient_margin' };
  const { balance: _, coveredLosses: __, now, ...ordered } = bot;
  const row = { ...ordered, id: randomUUID(), createdAt: now };
  await transaction`insert into bots ${transaction(valuesOf(newBotColumns, row))}`;
  await writer.append(transaction, {
    at: now,
    actorId: bot.userId,
    action: 'bot.create',
    subjectId: null,
    detail: row.id,
  });
  return { ok: true, botId: row.id, isNew: true };
}
