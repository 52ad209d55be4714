// The purge of contract and payment records: bots that ended more than five years ago with all their rows, and the old rows of accounts without a bot (specification 9).
//
// Nothing that decides about an order reads a deleted row:
// - A restart and every list of running bots read bots without an end, their rows, and the open orders of the account. Rows of all these stay.
// - An order at the exchange is ours when the journal knows its client id. The ids of deleted orders stay in `past_orders`, where a restart also finds the order of the
//   newest intent that a node remembers.
// - The numbers of bots and rows come from sequences, which a purge does not change, and a backup stores their last values. The numbers and the requests of deleted bots
//   stay in `past_bots`, and the database refuses them for a new bot. Of a bot with the number of a moved person's deleted bot only the number stays.
// - The epochs of the leases and the cursors of the lists belong to the account and stay, so no list of the exchange is read again from an earlier row.
import type { Sql, TransactionSql } from 'postgres';
import { integerOf, oneRow, textOf } from '../database/row.ts';
import { contractsKeptMs, purgeBatchRows, purgeListBots } from '../limits.ts';
import { allowPurge, purgeInBatches, removeInBatches } from './purge-batches.ts';

/** The number of deleted bots, of their rows in all tables, and of rows without a bot. */
export interface ContractPurge {
  readonly bots: number;
  readonly botRows: number;
  readonly outsideFills: number;
  readonly outsideBills: number;
  readonly unreadableRows: number;
}

/** The tables with the column `bot_id` whose rows are deleted with their bot. The intents follow, because their client ids stay. */
const rowsOfBot = [
  'hook_messages',
  'signal_hooks',
  'bot_commands',
  'bot_waits',
  'bot_checkpoints',
  'bot_logs',
  'bot_events',
  'bills',
  'fills',
  'bot_views',
] as const;

/**
 * Deletes the records whose time has passed at `now` (epoch ms). The clock of the database decides too, so a node whose clock is fast deletes nothing early. A purge can be
 * repeated, and it can be killed at any time.
 */
export async function purgeContracts(sql: Sql, now: number): Promise<ContractPurge> {
  const before = await readLimit(sql, now);
  const { bots, botRows } = await purgeBots(sql, before);
  return {
    bots,
    botRows,
    // A running bot explains a closing from outside with the fills since its creation.
    outsideFills: await purgeInBatches(
      sql,
      (transaction) => transaction`
        delete from fills where ctid = any(array(
          select f.ctid from fills f where f.bot_id is null and f.at < ${before} and not exists (
            select 1 from bots b where b.account_id = f.account_id and b.instrument_id = f.instrument_id and b.ended_at is null and b.created_at <= f.at)
          limit ${purgeBatchRows}))`,
    ),
    outsideBills: await purgeInBatches(
      sql,
      (transaction) => transaction`
        delete from bills where ctid = any(array(select l.ctid from bills l where l.bot_id is null and l.at < ${before} limit ${purgeBatchRows}))`,
    ),
    unreadableRows: await removeInBatches(() => purgeUnreadableRows(sql, before)),
  };
}

async function readLimit(sql: Sql, now: number): Promise<number> {
  const rows = await sql`
    select least(${now}::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint) - ${contractsKeptMs}::bigint as before`;
  return integerOf(oneRow(rows), 'before');
}

/**
 * A row that freezes a running bot stays. A row without a time stays while its account is linked, because it freezes each later bot on its instrument.
 */
function purgeUnreadableRows(sql: Sql, before: number) {
  return sql`
    delete from unreadable_rows where (account_id, list, row_key) in (
      select u.account_id, u.list, u.row_key from unreadable_rows u join exchange_accounts a on a.id = u.account_id
      where u.read_at < ${before} and (a.unlinked_at < ${before} or u.instrument_id is null or (u.at < ${before} and not exists (
        select 1 from bots b where b.account_id = u.account_id and b.instrument_id = u.instrument_id and b.ended_at is null and b.created_at <= u.at)))
      limit ${purgeBatchRows})`;
}

/**
 * The condition under which the bot `b` is deleted. The rows of a person who is being moved to another database stay until the end of the move. A bot of a linked account
 * stays while the journal counts one of its orders as open, and while its owner may have the position that it left: until a later bot ran on the instrument, because a bot
 * is created only without a position. Five years after the account was unlinked, nothing here can trade its orders and positions.
 */
function isOver(sql: Sql | TransactionSql, before: number) {
  // The view of a bot that has left its position to its owner has the position 0. A stop with a close can also be stored after the bot has left its position.
  const isFlat = sql`(b.stop_kind is distinct from 'stop_keep' and not exists (
    select 1 from bot_views v where v.bot_id = b.id and (v.position_size <> 0 or v.end_reason = 'stopped_left_open')))`;
  return sql`b.ended_at < ${before}
    and not exists (select 1 from person_moves m where m.user_id = b.user_id and m.ended_at is null)
    and (exists (select 1 from exchange_accounts a where a.id = b.account_id and a.unlinked_at < ${before}) or (
      not exists (
        select 1 from intents i where i.account_id = b.account_id and i.bot_id = b.id and i.state in ('sent', 'live', 'partiallyFilled', 'unknown'))
      and (${isFlat} or exists (
        select 1 from bots l where l.account_id = b.account_id and l.user_id = b.user_id and l.instrument_id = b.instrument_id and l.created_at >= b.ended_at and l.id <> b.id))))`;
}

/** Deletes the oldest bots first, because a later bot shows that an earlier position is closed. */
async function purgeBots(sql: Sql, before: number): Promise<Pick<ContractPurge, 'bots' | 'botRows'>> {
  let [bots, botRows] = [0, 0];
  for (;;) {
    const found = await sql`
      select b.id, b.user_id from bots b where ${isOver(sql, before)} order by b.ended_at, b.bot_number limit ${purgeListBots}`;
    const earlier = bots;
    for (const row of found) {
      const purged = await purgeBot(sql, { id: textOf(row, 'id'), userId: textOf(row, 'user_id') }, before);
      bots += purged.isDeleted ? 1 : 0;
      botRows += purged.rows;
    }
    if (bots === earlier) return { bots, botRows };
  }
}

interface EndedBot {
  readonly id: string;
  readonly userId: string;
}

/** Deletes a bot. A bot with few rows is deleted in one transaction. */
async function purgeBot(sql: Sql, bot: EndedBot, before: number) {
  let rows = 0;
  for (;;) {
    const batch = await sql.begin(async (transaction) => {
      await allowPurge(transaction);
      return deleteBatch(transaction, bot, before);
    });
    rows += batch.rows;
    if (batch.end !== 'full') return { rows, isDeleted: batch.end === 'deleted' };
  }
}

/** How a batch ended: the bot is deleted, the batch is full, or the bot stays. */
interface Batch {
  readonly end: 'deleted' | 'full' | 'kept';
  readonly rows: number;
}

async function deleteBatch(transaction: TransactionSql, { id, userId }: EndedBot, before: number): Promise<Batch> {
  // The erasure of a person locks the row of the person before the bots. The same sequence here prevents a deadlock.
  await transaction`select 1 from users where id = ${userId} for key share`;
  const found =
    await transaction`select 1 from bots b where b.id = ${id} and ${isOver(transaction, before)} for update`;
  if (found.length === 0) return { end: 'kept', rows: 0 };
  let rows = 0;
  for (const table of rowsOfBot) {
    const limit = purgeBatchRows - rows;
    const { count } = await transaction`
      delete from ${transaction(table)} where ctid = any(array(select ctid from ${transaction(table)} where bot_id = ${id} limit ${limit}))`;
    rows += count;
    if (rows >= purgeBatchRows) return { end: 'full', rows };
  }
  rows += await deleteIntents(transaction, id, purgeBatchRows - rows);
  if (rows >= purgeBatchRows) return { end: 'full', rows };
  // A moved person can bring the number of a deleted bot that a bot of this database has too. The number is then refused already. Only the digest of the request is not kept,
  // and nobody repeats a request after five years.
  await transaction`
    with gone as (delete from bots where id = ${id} returning bot_number, user_id, idempotency_key)
    insert into past_bots (bot_number, user_id, key_digest) select bot_number, user_id, sha256(convert_to(idempotency_key, 'UTF8')) from gone
    on conflict (bot_number) do nothing`;
  return { end: 'deleted', rows: rows + 1 };
}

async function deleteIntents(transaction: TransactionSql, botId: string, limit: number): Promise<number> {
  const rows = await transaction`
    with gone as (
      delete from intents where ctid = any(array(select ctid from intents where bot_id = ${botId} limit ${limit})) returning account_id, client_id),
    kept as (insert into past_orders (account_id, client_id) select distinct account_id, client_id from gone on conflict do nothing)
    select count(*)::int as count from gone`;
  return integerOf(oneRow(rows), 'count');
}
