// What an owner asks of a running bot: recorded before the engine hears of it, and only ever made stronger.
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { botOf, selectBots } from './bot-row.ts';
import { maxRows } from '../limits.ts';
import type { BotCommand, Bots, NewBotCommand } from './bot-records.ts';
import { booleanOf, booleanOrNull, integerOf, oneRow, textOf, wordOf, wordOrNull, type Row } from '../database/row.ts';

/** The command part of `Bots`. Source: strategy 5: recorded first, accepted once, close-bot-only may be upgraded. */
export function createBotCommands(
  sql: Sql,
): Pick<Bots, 'recordCommand' | 'pendingCommands' | 'listUntaken' | 'settleCommand' | 'listGrantChanges'> {
  return {
    async listGrantChanges(accountIds, after = 0) {
      // A revoked key stops entries as a withdrawn approval does, an operator's like anybody's.
      const mayEnter = sql`u.has_granted
        and not exists (select 1 from key_revocations r where r.account_id = b.account_id and r.step <> 'ended')`;
      const rows = await sql`
        select b.id, b.bot_number, ${mayEnter} as may_enter from bots b join users u on u.id = b.user_id join bot_views v on v.bot_id = b.id
        where b.account_id = any(${[...accountIds]}) and b.ended_at is null and b.bot_number > ${after} and case when ${mayEnter} then v.phase = 'paused'
          else v.phase not in ('paused', 'stopping', 'completed', 'liquidated', 'error') end
        order by b.bot_number limit ${maxRows}`;
      return rows.map((row) => ({
        botId: textOf(row, 'id'),
        botNumber: integerOf(row, 'bot_number'),
        mayEnter: booleanOf(row, 'may_enter'),
      }));
    },
    async recordCommand(command) {
      return sql.begin((transaction) => record(transaction, command));
    },
    async pendingCommands(accountIds, after = 0) {
      const rows = await sql`
        select c.*, b.account_id from bot_commands c join bots b on b.id = c.bot_id
        where b.account_id = any(${[...accountIds]}) and b.ended_at is null and c.settled_at is null and c.sequence > ${after} order by c.sequence limit ${maxRows}`;
      return rows.map(commandOf);
    },
    async listUntaken(accountIds, before, after = 0) {
      const rows = await sql`
        ${selectBots(sql)} where b.account_id = any(${[...accountIds]}) and b.ended_at is null and v.bot_id is null and b.created_at < ${before} and b.bot_number > ${after}
        order by b.bot_number limit ${maxRows}`;
      return rows.map(botOf);
    },
    async settleCommand(commandId, now) {
      await sql`update bot_commands set settled_at = ${now} where id = ${commandId} and settled_at is null`;
    },
  };
}

async function record(transaction: TransactionSql, wish: NewBotCommand): ReturnType<Bots['recordCommand']> {
  const bots = await transaction`select course, stop_kind from bots where id = ${wish.botId} for update`;
  if (bots.length === 0) return { ok: false, refusal: 'bot_missing' };
  const told = await transaction`
    select c.*, b.account_id from bot_commands c join bots b on b.id = c.bot_id where c.bot_id = ${wish.botId} and c.request_id = ${wish.requestId}`;
  if (told.length > 0) return { ok: true, command: commandOf(oneRow(told)), isNew: false };
  const bot = oneRow(bots);
  const course = wordOf(bot, 'course', ['running', 'last', 'closing', 'done']);
  if (course === 'done') return { ok: false, refusal: 'bot_done' };
  if (course === 'closing') {
    const stopKind = wordOrNull(bot, 'stop_kind', ['stop_close', 'stop_keep']);
    if (wish.kind === stopKind) return { ok: true, command: await latest(transaction, wish), isNew: false };
    const isUpgrade = stopKind === 'stop_keep' && wish.kind === 'stop_close';
    if (!isUpgrade) return { ok: false, refusal: 'already_closing' };
  }
  if (wish.kind === 'set_last') {
    await transaction`update bots set course = ${wish.isLast === true ? 'last' : 'running'} where id = ${wish.botId}`;
  } else {
    await transaction`update bots set course = 'closing', stop_kind = ${wish.kind} where id = ${wish.botId}`;
  }
  const isLast = wish.kind === 'set_last' ? wish.isLast === true : null;
  await transaction`
    insert into bot_commands (id, bot_id, kind, is_last, request_id, created_at)
    values (${randomUUID()}, ${wish.botId}, ${wish.kind}, ${isLast}, ${wish.requestId}, ${wish.now})`;
  return { ok: true, command: await latest(transaction, wish), isNew: true };
}

async function latest(transaction: TransactionSql, wish: NewBotCommand): Promise<BotCommand> {
  const rows = await transaction`
    select c.*, b.account_id from bot_commands c join bots b on b.id = c.bot_id
    where c.bot_id = ${wish.botId} and c.kind = ${wish.kind} order by c.sequence desc limit 1`;
  return commandOf(oneRow(rows));
}

function commandOf(row: Row): BotCommand {
  return {
    id: textOf(row, 'id'),
    sequence: integerOf(row, 'sequence'),
    botId: textOf(row, 'bot_id'),
    accountId: textOf(row, 'account_id'),
    kind: wordOf(row, 'kind', ['stop_close', 'stop_keep', 'set_last']),
    isLast: booleanOrNull(row, 'is_last'),
    requestId: textOf(row, 'request_id'),
    createdAt: integerOf(row, 'created_at'),
  };
}
