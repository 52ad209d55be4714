// Bots as their owners see them: creation under the account's lock, reading, and commands.
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { createBotCommands } from './bot-commands.ts';
import { botOf, selectBots } from './bot-row.ts';
import { createWatchedBots } from './watched-bots.ts';
import { billOf, fillOf, intentOf, logOf, viewOf } from '../journal/journal-rows.ts';
import { maxPageRows, maxRows } from '../limits.ts';
import type { BotRecord, Bots, NewBot } from './bot-records.ts';
import { booleanOf, integerOf, oneRow, textOf } from '../database/row.ts';

/** The bots of a database. Source: strategy 2 (reserved margin), decisions 2 and 34. */
export function createBots(sql: Sql): Bots {
  const bots = selectBots(sql);
  const find = async (botId: string): Promise<BotRecord | null> => {
    const rows = await sql`${bots} where b.id = ${botId}`;
    return rows.length === 0 ? null : botOf(oneRow(rows));
  };
  return {
    find,
    async create(bot) {
      const made = await sql.begin((transaction) => createOnce(transaction, bot));
      if (!made.ok) return made;
      const record = await find(made.botId);
      if (record === null) throw new Error(`bot ${made.botId} was created and is not there`);
      return { ok: true, bot: record, isNew: made.isNew };
    },
    async findByKey(userId, idempotencyKey) {
      const rows = await sql`${bots} where b.user_id = ${userId} and b.idempotency_key = ${idempotencyKey}`;
      return rows.map(botOf)[0] ?? null;
    },
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
    async view(botId) {
      const rows = await sql`select *, ended_at as view_ended_at, bot_id as id from bot_views where bot_id = ${botId}`;
      return rows.length === 0 ? null : viewOf(oneRow(rows));
    },
    async logs(botId, limit) {
      return (
        await sql`select * from bot_logs where bot_id = ${botId} order by at desc, id desc limit ${Math.min(limit, maxRows)}`
      ).map(logOf);
    },
    async fills(botId) {
      return (await sql`select * from fills where bot_id = ${botId} order by at, sequence`).map(fillOf);
    },
    async bills(botId) {
      return (await sql`select * from bills where bot_id = ${botId} order by at, sequence`).map(billOf);
    },
    async intents(botId, limit, offset = 0) {
      return (
        await sql`select * from intents where bot_id = ${botId} order by sequence desc limit ${Math.min(limit, maxPageRows)} offset ${offset}`
      ).map(intentOf);
    },
    async countIntents(botId) {
      return integerOf(oneRow(await sql`select count(*)::int as total from intents where bot_id = ${botId}`), 'total');
    },
    ...createWatchedBots(sql),
    ...createBotCommands(sql),
  };
}

type Made =
  | { readonly ok: true; readonly botId: string; readonly isNew: boolean }
  | {
      readonly ok: false;
      readonly refusal: 'account_missing' | 'symbol_in_use' | 'insufficient_margin' | 'key_reused';
    };

async function createOnce(transaction: TransactionSql, bot: NewBot): Promise<Made> {
  // Creations of one account stand in line here, so the sum below cannot change under us; of one user behind the key's lock.
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
      coalesce(sum(reserved_margin), 0) + ${bot.reservedMargin}::numeric <= ${bot.balance}::numeric as fits
    from bots where account_id = ${bot.accountId} and ended_at is null`,
  );
  if (booleanOf(room, 'is_taken')) return { ok: false, refusal: 'symbol_in_use' };
  if (!booleanOf(room, 'fits')) return { ok: false, refusal: 'insufficient_margin' };
  const botId = randomUUID();
  await transaction`
    insert into bots (id, user_id, account_id, instrument_id, name, direction, config, plan_summary, reserved_margin, idempotency_key, created_at)
    values (${botId}, ${bot.userId}, ${bot.accountId}, ${bot.instrumentId}, ${bot.name}, ${bot.direction}, ${bot.config}, ${bot.planSummary}, ${bot.reservedMargin}, ${bot.idempotencyKey}, ${bot.now})`;
  return { ok: true, botId, isNew: true };
}
