// Stores facts in one transaction. A fact that is already stored has no effect.
import type { BotFreeze, FactBatch, FactResult, StoredEvent } from '@rondo/engine/ports';
import type { Sql, TransactionSql } from 'postgres';
import { billColumns, billValues, checkpointColumns, unreadableColumns } from './journal-rows.ts';
import { isFrequent, storeFacts, type Findings } from './facts-statement.ts';
import { maxBatchRows } from '../limits.ts';
import { excludedOf, omitColumns, valuesOf } from '../tables/derive.ts';
import { botCheckpoints } from '../tables/journal.ts';
import { names, recordset } from '../tables/statements.ts';
import { textOf } from '../database/row.ts';

/**
 * Stores a batch. Facts need no lease, because the facts of the exchange are true for every node. Throws and stores nothing when a different event is already
 * stored at the position of an event, or when the positions of the events would have a gap.
 */
export async function applyFacts(sql: Sql, incarnation: string, batch: FactBatch): Promise<FactResult> {
  const intents = batch.commands ?? [];
  if (intents.some(({ epoch }) => epoch !== batch.epoch))
    throw new Error('the epoch of an intent is not the epoch of its batch');
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
    batch.views.length +
    intents.length;
  if (size > maxBatchRows) throw new Error(`the batch has ${size} facts, which is more than ${maxBatchRows}`);
  try {
    const store = isFrequent(batch) ? storeFrequent : storeAll;
    return { ...(await store(sql, incarnation, batch)), knownEvents: [] };
  } catch (cause) {
    if (cause instanceof KnownEvents) return { newFillIds: [], knownEvents: cause.events, isFenced: false };
    throw cause;
  }
}

type Stored = Omit<FactResult, 'knownEvents'>;

/** Stores a batch that also contains rare kinds of facts in one transaction. */
function storeAll(sql: Sql, incarnation: string, batch: FactBatch): Promise<Stored> {
  return sql.begin(async (transaction) => {
    // Each function starts its statements before it waits. The database executes them in this sequence, and the store waits once for all of them.
    const [, stored] = await Promise.all([
      lockBots(transaction, batch),
      storeFrequent(transaction, incarnation, batch),
      insertBills(transaction, batch),
      insertUnreadableRows(transaction, batch),
      writeCheckpoints(transaction, batch.checkpoints),
      ...batch.freezes.map((freeze) => writeFreeze(transaction, freeze)),
    ]);
    const { accountId, compareCursor: compare } = batch;
    await moveCursor(transaction, { accountId, kind: 'fill', to: batch.fillCursor, compare });
    await moveCursor(transaction, { accountId, kind: 'bill', to: batch.billCursor, compare });
    return stored;
  });
}

/** The journal already has events of the batch at other positions, so nothing is stored. */
class KnownEvents extends Error {
  readonly events: readonly StoredEvent[];
  constructor(events: readonly StoredEvent[]) {
    super('the journal already has events of the batch');
    this.events = events;
  }
}

/** Stores the frequent kinds of facts of a batch, and its commands. */
async function storeFrequent(sql: Sql | TransactionSql, incarnation: string, batch: FactBatch): Promise<Stored> {
  const { fills, events, intents, logs, views, waits, commands } = batch;
  if (commands === undefined && [fills, events, intents, logs, views, waits].every(({ length }) => length === 0))
    return { newFillIds: [], isFenced: false };
  const found = await storeFacts(sql, batch, { botIds: botIdsOf(batch), incarnation });
  const { newFillIds, isFenced, known, gap, missing } = found;
  if (known.length > 0) throw new KnownEvents(known);
  if (gap !== null) throw new Error(`the events of bot ${gap.botId} have a gap before position ${gap.position}`);
  if (missing > 0) throw new Error('a fact refers to an intent that was never committed');
  refuseOtherPayload(found);
  return { newFillIds, isFenced };
}

/** Throws when an intent, or an order with the same client id, was committed with another payload. */
export function refuseOtherPayload({ changed, renamed }: Pick<Findings, 'changed' | 'renamed'>): void {
  if (changed !== null) throw new Error(`the intent ${changed} was committed before with another payload`);
  if (renamed !== null) throw new Error(`two different orders have the client id ${renamed}`);
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
