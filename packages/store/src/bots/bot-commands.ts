// User commands to running bots. A command is recorded before the engine gets the command. The command stop_close can replace stop_keep, and no command can
// replace stop_close.
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { commandKinds } from './command-kinds.ts';
import { botOf, selectBots, type BotRecord } from './bot-record.ts';
import { maxRows } from '../limits.ts';
import { booleanOf, integerOf, oneRow, textOf, type Row } from '../database/row.ts';
import type { AuditWriter } from '../people/audit-writer.ts';
import type { StoreResult } from '../result.ts';
import { botCommands, bots } from '../tables/bots.ts';
import { omitColumns, pickColumns, readerOf, valuesOf, type RecordOf } from '../tables/derive.ts';

const commandColumns = omitColumns(botCommands, ['settledAt']);

/** A recorded command. `sequence` numbers the commands of all bots. Only a `set_last` command has `isLast`. */
export type BotCommand = RecordOf<typeof commandColumns> & { readonly accountId: string };

/** A command to record. When a command with this request id is already recorded, the recorded command is returned. */
export interface NewBotCommand {
  readonly botId: string;
  readonly kind: BotCommand['kind'];
  readonly isLast?: boolean;
  readonly requestId: string;
  readonly now: number;
}

/** A hold that the engine has not applied yet: the owner `by` must hold the bot, or must release its hold (strategy 8.6). */
export interface HoldChange {
  readonly botId: string;
  readonly accountId: string;
  readonly botNumber: number;
  readonly by: 'grant' | 'key';
  readonly isHeld: boolean;
}

/** The reason why a command is refused. */
export type BotCommandRefusal = 'bot_missing' | 'bot_done' | 'already_closing';

/** The user commands. Each list returns one page: the rows with numbers above `after`, in ascending order. */
export interface BotCommands {
  /** Stores the command. `isNew` is false when a command with this request id was recorded before. */
  recordCommand(
    command: NewBotCommand,
  ): Promise<StoreResult<{ readonly command: BotCommand; readonly isNew: boolean }, BotCommandRefusal>>;
  /**
   * Returns the recorded commands of running bots of these accounts that the engine has not done yet, sorted by `sequence`. A command of a kind that only a newer
   * program knows is not returned, and stays pending for the node with that program.
   */
  pendingCommands(accountIds: readonly string[], after?: number): Promise<readonly BotCommand[]>;
  /** Returns the running bots of these accounts that have no view yet. The engine writes the view after it has started the bot. */
  listWithoutView(accountIds: readonly string[], after?: number): Promise<readonly BotRecord[]>;
  /** Returns the running bots of these accounts that wait for a signal, or that have a rule beside them. */
  listWaiting(accountIds: readonly string[]): Promise<readonly BotRecord[]>;
  /**
   * Returns the holds of running bots of these accounts that must begin or end. The grant holds the bots of an owner without approval (decision 21). The key holds
   * the bots of an account whose key is revoked. Both conditions also apply to operators. The holds of a bot that begin are listed before those that end.
   */
  listHoldChanges(accountIds: readonly string[], after?: number): Promise<readonly HoldChange[]>;
  /** Marks a command as done. The engine calls this after it has stored the event of the command in the journal. */
  markCommandDone(commandId: string, now: number): Promise<void>;
  /** Returns whether the command is marked as done. */
  isCommandDone(commandId: string): Promise<boolean>;
}

/**
 * Returns the commands of a database. Source: strategy 5. A command is recorded before the engine gets it, it is accepted once, and stop_close can replace
 * stop_keep.
 */
export function createBotCommands(sql: Sql, writer: AuditWriter): BotCommands {
  return {
    async listHoldChanges(accountIds, after = 0) {
      // The engine sends nothing for a frozen bot and refuses its commands, so its holds change after a restart that can read the bot.
      const rows = await sql`
        select b.id, b.account_id, b.bot_number, w.owner, w.is_held
        from bots b join users u on u.id = b.user_id join bot_views v on v.bot_id = b.id cross join lateral (values
          ('grant', not u.has_granted),
          ('key', exists (select 1 from key_revocations r where r.account_id = b.account_id and r.step <> 'ended'))) as w (owner, is_held)
        where b.account_id = any(${[...accountIds]}) and b.ended_at is null and b.bot_number > ${after}
          and v.phase not in ('completed', 'liquidated') and v.end_reason is distinct from 'frozen'
          and w.is_held <> (w.owner = any(string_to_array(v.held_by, ' ')))
        order by b.bot_number, w.is_held desc, w.owner limit ${maxRows}`;
      return rows.map((row) => ({
        botId: textOf(row, 'id'),
        accountId: textOf(row, 'account_id'),
        botNumber: integerOf(row, 'bot_number'),
        by: textOf(row, 'owner') === 'key' ? 'key' : 'grant',
        isHeld: booleanOf(row, 'is_held'),
      }));
    },
    async recordCommand(command) {
      return sql.begin((transaction) => record({ transaction, writer }, command));
    },
    async pendingCommands(accountIds, after = 0) {
      const rows = await sql`
        select c.*, b.account_id from bot_commands c join bots b on b.id = c.bot_id
        where b.account_id = any(${[...accountIds]}) and b.ended_at is null and c.settled_at is null and c.sequence > ${after}
          and c.kind = any(${[...commandKinds]}) order by c.sequence limit ${maxRows}`;
      return rows.map(commandOf);
    },
    async listWithoutView(accountIds, after = 0) {
      const rows = await sql`
        ${selectBots(sql)} where b.account_id = any(${[...accountIds]}) and b.ended_at is null and v.bot_id is null and b.bot_number > ${after}
        order by b.bot_number limit ${maxRows}`;
      return rows.map(botOf);
    },
    async listWaiting(accountIds) {
      // A quotation mark within a text of the summary is escaped, so only the name of the field matches.
      const rows = await sql`
        ${selectBots(sql)} where b.account_id = any(${[...accountIds]}) and b.ended_at is null
        and (v.phase = 'waiting_for_signal' or strpos(b.plan_summary, '"shadow":') > 0) order by b.bot_number`;
      return rows.map(botOf);
    },
    async markCommandDone(commandId, now) {
      await sql`update bot_commands set settled_at = ${now} where id = ${commandId} and settled_at is null`;
    },
    async isCommandDone(commandId) {
      const rows = await sql`select 1 from bot_commands where id = ${commandId} and settled_at is not null`;
      return rows.length > 0;
    },
  };
}

const readOrder = readerOf(pickColumns(bots, ['userId', 'course', 'stopKind']));

async function record(
  { transaction, writer }: { readonly transaction: TransactionSql; readonly writer: AuditWriter },
  command: NewBotCommand,
): ReturnType<BotCommands['recordCommand']> {
  const botRows = await transaction`select user_id, course, stop_kind from bots where id = ${command.botId} for update`;
  if (botRows.length === 0) return { ok: false, refusal: 'bot_missing' };
  const recorded = await transaction`
    select c.*, b.account_id from bot_commands c join bots b on b.id = c.bot_id where c.bot_id = ${command.botId} and c.request_id = ${command.requestId}`;
  if (recorded.length > 0) return { ok: true, command: commandOf(oneRow(recorded)), isNew: false };
  const { userId, course, stopKind } = readOrder(oneRow(botRows));
  if (course === 'done') return { ok: false, refusal: 'bot_done' };
  if (course === 'closing') {
    if (command.kind === stopKind) return { ok: true, command: await latest(transaction, command), isNew: false };
    const isUpgrade = stopKind === 'stop_keep' && command.kind === 'stop_close';
    if (!isUpgrade) return { ok: false, refusal: 'already_closing' };
  }
  if (command.kind === 'set_last') {
    await transaction`update bots set course = ${command.isLast === true ? 'last' : 'running'} where id = ${command.botId}`;
  } else if (command.kind === 'stop_close' || command.kind === 'stop_keep') {
    await transaction`update bots set course = 'closing', stop_kind = ${command.kind} where id = ${command.botId}`;
  }
  const { now, ...ordered } = command;
  const isLast = command.kind === 'set_last' ? command.isLast === true : null;
  const row = { ...ordered, isLast, id: randomUUID(), createdAt: now };
  await transaction`insert into bot_commands ${transaction(valuesOf(newCommandColumns, row))}`;
  const detail = `${command.kind} ${command.botId}`;
  await writer.append(transaction, { at: now, actorId: userId, action: 'bot.command', subjectId: null, detail });
  return { ok: true, command: await latest(transaction, command), isNew: true };
}

async function latest(transaction: TransactionSql, command: NewBotCommand): Promise<BotCommand> {
  const rows = await transaction`
    select c.*, b.account_id from bot_commands c join bots b on b.id = c.bot_id
    where c.bot_id = ${command.botId} and c.kind = ${command.kind} order by c.sequence desc limit 1`;
  return commandOf(oneRow(rows));
}

// The database assigns the sequence.
const newCommandColumns = omitColumns(botCommands, ['sequence', 'settledAt']);
const readCommand = readerOf(commandColumns);

function commandOf(row: Row): BotCommand {
  return { ...readCommand(row), accountId: textOf(row, 'account_id') };
}
