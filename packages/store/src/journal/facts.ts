// Stores facts in one transaction. A fact that is already stored has no effect.
import type { BotEventRow, BotFreeze, BotLogRow, FactBatch, FactResult, StoredEvent } from '@rondo/engine/ports';
import type { Sql, TransactionSql } from 'postgres';
import {
  billColumns,
  billValues,
  checkpointColumns,
  eventColumns,
  fillColumns,
  fillValues,
  logColumns,
  logValues,
  unreadableColumns,
  waitsColumns,
  viewValues,
} from './journal-rows.ts';
import { isFrequent, storeFacts } from './facts-statement.ts';
import { maxBatchRows } from '../limits.ts';
import { excludedOf, omitColumns, pickColumns, valuesOf } from '../tables/derive.ts';
import { botCheckpoints, botViews, intents } from '../tables/journal.ts';
import { names, recordset } from '../tables/statements.ts';
import { integerOf, oneRow, textOf } from '../database/row.ts';

/**
 * Stores a batch. Facts need no lease, because the facts of the exchange are true for every node. Throws and stores nothing when a different event is already
 * stored at the position of an event, or when the positions of the events would have a gap.
 */
export async function applyFacts(sql: Sql, batch: FactBatch): Promise<FactResult> {
  const size =
    batch.fills.length +
    batch.bills.length +
    batch.events.length +
    batch.intents.length +
    batch.logs.length +
    batch.freezes.length +
    batch.unreadableRows.length +
    batch.waits.length +
    batch.checkpoints.length +
    batch.views.length;
  if (size > maxBatchRows) throw new Error(`the batch has ${size} facts, which is more than ${maxBatchRows}`);
  if (isFrequent(batch)) return storeFrequent(sql, batch);
  const result = sql.begin(async (transaction) => {
    // Each function starts its statements before it waits. The database executes them in this sequence, and the store waits once for all of them.
    const [, newFillIds] = await Promise.all([
      lockBots(transaction, batch),
      insertFills(transaction, batch),
      insertBills(transaction, batch),
      insertUnreadableRows(transaction, batch),
      insertEvents(transaction, batch.events),
      updateIntents(transaction, batch),
      insertLogs(transaction, batch.logs),
      ...batch.views.map((view) => writeView(transaction, view)),
      writeWaits(transaction, batch.waits),
      writeCheckpoints(transaction, batch.checkpoints),
      ...batch.freezes.map((freeze) => writeFreeze(transaction, freeze)),
    ]);
    const { accountId, compareCursor: compare } = batch;
    await moveCursor(transaction, { accountId, kind: 'fill', to: batch.fillCursor, compare });
    await moveCursor(transaction, { accountId, kind: 'bill', to: batch.billCursor, compare });
    return { newFillIds, knownEvents: [] };
  });
  return result.catch((cause: unknown) => {
    if (cause instanceof KnownEvents) return { newFillIds: [], knownEvents: cause.events };
    throw cause;
  });
}

/** Rolls the transaction back, because the journal already has events of the batch at other positions. */
class KnownEvents extends Error {
  readonly events: readonly StoredEvent[];
  constructor(events: readonly StoredEvent[]) {
    super('the journal already has events of the batch');
    this.events = events;
  }
}

async function storeFrequent(sql: Sql, batch: FactBatch): Promise<FactResult> {
  const { newFillIds, known, gap, missing } = await storeFacts(sql, batch, botIdsOf(batch));
  if (known.length > 0) return { newFillIds: [], knownEvents: known };
  if (gap !== null) throw gapError(gap);
  if (missing > 0) throw new Error(neverCommitted);
  return { newFillIds, knownEvents: [] };
}

const neverCommitted = 'a fact refers to an intent that was never committed';

function gapError({ botId, position }: { readonly botId: string; readonly position: number }): Error {
  return new Error(`the events of bot ${botId} have a gap before position ${position}`);
}

function botIdsOf({ events, logs, waits, views, freezes, fills, bills }: FactBatch): readonly string[] {
  const parts = [...events, ...logs, ...waits, ...views, ...freezes, ...fills, ...bills];
  return [...new Set(parts.flatMap(({ botId }) => (botId === null ? [] : [botId])))];
}

/** Locks the bots of a batch, always in the same sequence, so that two batches cannot deadlock. */
async function lockBots(transaction: TransactionSql, batch: FactBatch): Promise<void> {
  const ids = botIdsOf(batch);
  if (ids.length === 0) return;
  await transaction`select 1 from bots where id = any(${[...ids]}::text[]) order by id for no key update`;
}

async function insertFills(transaction: TransactionSql, batch: FactBatch): Promise<readonly string[]> {
  if (batch.fills.length === 0) return [];
  const rows = await transaction`
    insert into fills (account_id, ${names(transaction, fillColumns)})
    select ${batch.accountId}, r.* from ${recordset(transaction, fillColumns, batch.fills.map(fillValues))}
    on conflict do nothing returning fill_id`;
  return rows.map((row) => textOf(row, 'fill_id'));
}

async function insertBills(transaction: TransactionSql, batch: FactBatch): Promise<void> {
  if (batch.bills.length === 0) return;
  await transaction`
    insert into bills (account_id, ${names(transaction, billColumns)})
    select ${batch.accountId}, r.* from ${recordset(transaction, billColumns, batch.bills.map(billValues))}
    on conflict do nothing`;
}

async function insertUnreadableRows(transaction: TransactionSql, batch: FactBatch): Promise<void> {
  if (batch.unreadableRows.length === 0) return;
  const rows = batch.unreadableRows.map((row) => valuesOf(unreadableColumns, row));
  await transaction`
    insert into unreadable_rows (account_id, ${names(transaction, unreadableColumns)})
    select ${batch.accountId}, r.* from ${recordset(transaction, unreadableColumns, rows)}
    on conflict do nothing`;
}

/** Inserts the events and checks them in one statement. The check compares the events with the stored events and with each other. */
async function insertEvents(transaction: TransactionSql, events: readonly BotEventRow[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => valuesOf(eventColumns, event));
  const found = await transaction`
    with given as (select r.* from ${recordset(transaction, eventColumns, rows)}),
    stored as (
      select e.bot_id, e.key, e.position from bot_events e join given g on g.bot_id = e.bot_id and g.key = e.key
      union all select bot_id, key, position from given),
    inserted as (
      insert into bot_events (${names(transaction, eventColumns)})
      select g.* from given g
      order by g.bot_id, g.position
      on conflict (bot_id, key) do nothing)
    select 'known' as finding, g.bot_id, g.key, g.position from given g
    join stored s on s.bot_id = g.bot_id and s.key = g.key and s.position <> g.position
    union all
    select 'gap', g.bot_id, g.key, g.position from given g
    where g.position > 1
      and not exists (select 1 from bot_events b where b.bot_id = g.bot_id and b.position = g.position - 1)
      and not exists (select 1 from given p where p.bot_id = g.bot_id and p.position = g.position - 1)`;
  const known = found.filter((row) => textOf(row, 'finding') === 'known');
  if (known.length > 0)
    throw new KnownEvents(known.map((row) => ({ botId: textOf(row, 'bot_id'), key: textOf(row, 'key') })));
  const gap = found[0];
  if (gap !== undefined) throw gapError({ botId: textOf(gap, 'bot_id'), position: integerOf(gap, 'position') });
}

const intentChangeColumns = pickColumns(intents, ['id', 'state', 'evidence']);

/**
 * Updates all intents or no intent, in one statement. An older report cannot reopen a finished command. The state `never` is not final, because a later report
 * may correct it.
 */
async function updateIntents(sql: Sql | TransactionSql, batch: FactBatch): Promise<void> {
  if (batch.intents.length === 0) return;
  const last = new Map(batch.intents.map((intent) => [intent.id, intent]));
  const rows = await sql`
    with known as (
      select count(*)::int as known from intents where account_id = ${batch.accountId} and id = any(${[...last.keys()]}::text[])),
    updated as (
      update intents i set state = r.state, evidence = r.evidence
      from ${recordset(sql, intentChangeColumns, [...last.values()])}
      where i.account_id = ${batch.accountId} and i.id = r.id and (select known from known) = ${last.size}
        and (i.state not in ('filled', 'cancelled', 'rejected', 'done') or r.state in ('filled', 'cancelled', 'rejected', 'done')))
    select known from known`;
  if (integerOf(oneRow(rows), 'known') !== last.size) throw new Error(neverCommitted);
}

async function insertLogs(transaction: TransactionSql, logs: readonly BotLogRow[]): Promise<void> {
  if (logs.length === 0) return;
  await transaction`
    insert into bot_logs (${names(transaction, logColumns)})
    select r.* from ${recordset(transaction, logColumns, logs.map(logValues))}
    on conflict do nothing`;
}

const changedViewColumns = omitColumns(botViews, ['botId']);

/**
 * Writes the view of a bot. A view of an earlier event does not replace a view of a later event. The same statement sets the reservation of the bot, and a
 * completed view ends the bot. A budget of zero or less does not change the reservation, because a bot with this budget ends with a failure.
 */
async function writeView(transaction: TransactionSql, view: FactBatch['views'][number]): Promise<void> {
  await transaction`
    with written as (
      insert into bot_views ${transaction(viewValues(view))}
      on conflict (bot_id) do update set ${transaction.unsafe(excludedOf(changedViewColumns))}
      where bot_views.event_position <= excluded.event_position
      returning status = 'completed' as is_completed)
    update bots set
      reserved_margin = case when ${view.reserved}::numeric > 0 then ${view.reserved}::numeric else reserved_margin end,
      course = case when is_completed then 'done' else course end,
      ended_at = case when is_completed then ${view.endedAt ?? view.updatedAt}::bigint else ended_at end
    from written where id = ${view.botId} and ended_at is null`;
}

/** Replaces the waits of bots. The waits of an older epoch do not replace the waits of a newer epoch. */
async function writeWaits(transaction: TransactionSql, waits: FactBatch['waits']): Promise<void> {
  if (waits.length === 0) return;
  const rows = waits.map((each) => valuesOf(waitsColumns, each));
  await transaction`
    insert into bot_waits (${names(transaction, waitsColumns)})
    select r.* from ${recordset(transaction, waitsColumns, rows)}
    on conflict (bot_id) do update set epoch = excluded.epoch, body = excluded.body where bot_waits.epoch <= excluded.epoch`;
}

/**
 * Stores checkpoints and deletes all except the two newest of each bot. Every fill of the bot that is stored up to now has a sequence up to `fill_sequence`
 * and an event, because the row of the bot is locked and only a running bot has checkpoints.
 */
async function writeCheckpoints(transaction: TransactionSql, checkpoints: FactBatch['checkpoints']): Promise<void> {
  if (checkpoints.length === 0) return;
  const rows = checkpoints.map((each) => valuesOf(checkpointColumns, each));
  const inserted = transaction`
    insert into bot_checkpoints (${names(transaction, checkpointColumns)}, fill_sequence)
    select r.*, s.last from ${recordset(transaction, checkpointColumns, rows)},
      (select case when is_called then last_value else 0 end as last from fills_sequence_seq) s
    on conflict (bot_id, position) do update set ${transaction.unsafe(excludedOf(omitColumns(botCheckpoints, ['botId', 'position'])))}`.execute();
  const deleted = transaction`
    delete from bot_checkpoints c where c.bot_id = any(${checkpoints.map(({ botId }) => botId)}::text[])
      and (select count(*) from bot_checkpoints n where n.bot_id = c.bot_id and n.position > c.position) >= 2`.execute();
  await Promise.all([inserted, deleted]);
}

/** Shows a freeze in the view of the bot. A frozen bot is frozen again at each restart, so its log gets only one line about the freeze. */
async function writeFreeze(transaction: TransactionSql, { botId, reason, at, hasEnded }: BotFreeze): Promise<void> {
  const shown = transaction`
    update bot_views set phase = 'error', end_reason = ${reason}, updated_at = ${at}
    where bot_id = ${botId} and (phase <> 'error' or end_reason is distinct from ${reason})`.execute();
  const parameters = JSON.stringify({ reason });
  const logged = transaction`
    insert into bot_logs (bot_id, type, message_key, parameters, at)
    select ${botId}, 'ERROR', 'bots.log.failed', ${parameters}, ${at}
    where not exists (
      select 1 from bot_logs where bot_id = ${botId} and message_key = 'bots.log.failed' and parameters = ${parameters})`.execute();
  await Promise.all([shown, logged, ...(hasEnded ? endFrozen(transaction, botId, at) : [])]);
}

/** Ends a frozen bot. The exchange lists none of its orders, so its open intents are closed. */
function endFrozen(transaction: TransactionSql, botId: string, at: number) {
  return [
    transaction`
      update intents i set evidence = 'frozen bot ended', state = case
        when verb <> 'place' then 'done'
        when exists (select 1 from fills f where f.account_id = i.account_id and f.client_id = i.client_id) then 'filled'
        else 'cancelled' end
      where bot_id = ${botId} and state in ('sent', 'live', 'partiallyFilled', 'unknown')`.execute(),
    transaction`
      update bot_views set status = 'completed', ended_at = ${at}, updated_at = ${at} where bot_id = ${botId}`.execute(),
    transaction`update bots set course = 'done', ended_at = ${at} where id = ${botId} and ended_at is null`.execute(),
  ];
}

interface CursorMove {
  readonly accountId: string;
  readonly kind: 'fill' | 'bill';
  readonly to: string | null;
  readonly compare: FactBatch['compareCursor'];
}

/**
 * Replaces a stored cursor by a later cursor. The venue compares the cursors, because each venue has its own sequence of cursors. The row is locked between
 * the read and the write.
 */
async function moveCursor(transaction: TransactionSql, { accountId, kind, to, compare }: CursorMove): Promise<void> {
  if (to === null) return;
  const read = () =>
    transaction`select bill_id from journal_cursors where account_id = ${accountId} and kind = ${kind} for update`;
  let [stored] = await read();
  if (stored === undefined) {
    const inserted = await transaction`
      insert into journal_cursors (account_id, kind, bill_id) values (${accountId}, ${kind}, ${to})
      on conflict (account_id, kind) do nothing returning 1 as is_new`;
    if (inserted.length > 0) return;
    [stored] = await read();
  }
  if (stored === undefined) throw new Error(`the ${kind} cursor of account ${accountId} was deleted`);
  if (compare(textOf(stored, 'bill_id'), to) >= 0) return;
  await transaction`update journal_cursors set bill_id = ${to} where account_id = ${accountId} and kind = ${kind}`;
}
