// Stores facts in one transaction. A fact that is already stored has no effect.
import type { BotFreeze, FactBatch, FactResult } from '@rondo/engine/ports';
import type { Sql, TransactionSql } from 'postgres';
import { checkpointColumns, unreadableColumns } from './journal-rows.ts';
import { isFrequent, storeFacts, type CursorMove, type Findings } from './facts-statement.ts';
import { maxBatchRows } from '../limits.ts';
import { excludedOf, omitColumns, valuesOf } from '../tables/derive.ts';
import { botCheckpoints } from '../tables/journal.ts';
import { names, recordset } from '../tables/statements.ts';
import { textOf } from '../database/row.ts';

/**
 * Stores a batch. Facts need no lease, because the facts of the exchange are true for every node. Throws and stores nothing when an event with another key is
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
    const { unmoved, ...stored } = isFrequent(batch)
      ? await storeFrequent(sql, batch, { incarnation, moves: await movesOf(sql, batch) })
      : await storeAll(sql, incarnation, batch);
    // Another process has moved a cursor since it was read. The facts are stored, so only the cursors are moved again.
    if (unmoved > 0) await applyFacts(sql, incarnation, withoutFacts(batch));
    return { ...stored, knownEvents: [], alteredEvent: null };
  } catch (cause) {
    if (cause instanceof RefusedEvents) return { newFillIds: [], isFenced: false, ...cause.found };
    throw cause;
  }
}

type Stored = Omit<FactResult, 'knownEvents' | 'alteredEvent'> & Pick<Findings, 'unmoved'>;

function withoutFacts({ accountId, epoch, fillCursor, billCursor, compareCursor }: FactBatch): FactBatch {
  const lists = { fills: [], bills: [], events: [], intents: [], logs: [], views: [], waits: [] };
  const rare = { unreadableRows: [], freezes: [], checkpoints: [] };
  return { accountId, epoch, fillCursor, billCursor, compareCursor, ...lists, ...rare };
}

/** Stores a batch that also contains rare kinds of facts in one transaction. */
function storeAll(sql: Sql, incarnation: string, batch: FactBatch): Promise<Stored> {
  return sql.begin(async (transaction) => {
    const moves = await movesOf(transaction, batch);
    // Each function starts its statements before it waits. The database executes them in this sequence, and the store waits once for all of them.
    const [, stored] = await Promise.all([
      lockBots(transaction, batch),
      storeFrequent(transaction, batch, { incarnation, moves }),
      insertUnreadableRows(transaction, batch),
      writeCheckpoints(transaction, batch.checkpoints),
      ...batch.freezes.map((freeze) => writeFreeze(transaction, freeze)),
    ]);
    return stored;
  });
}

/** The journal already has events of the batch at other positions or with another body, so the transaction ends without a change. */
class RefusedEvents extends Error {
  readonly found: Pick<FactResult, 'knownEvents' | 'alteredEvent'>;
  constructor(found: Pick<FactResult, 'knownEvents' | 'alteredEvent'>) {
    super('the journal already has events of the batch');
    this.found = found;
  }
}

/** Stores the frequent kinds of facts of a batch, its commands and the moves of its cursors. */
async function storeFrequent(
  sql: Sql | TransactionSql,
  batch: FactBatch,
  { incarnation, moves }: { readonly incarnation: string; readonly moves: readonly CursorMove[] },
): Promise<Stored> {
  const { fills, bills, events, intents, logs, views, waits, commands } = batch;
  const lists = [fills, bills, events, intents, logs, views, waits, moves];
  if (commands === undefined && lists.every(({ length }) => length === 0))
    return { newFillIds: [], isFenced: false, unmoved: 0 };
  const found = await storeFacts(sql, batch, { botIds: botIdsOf(batch), incarnation, moves });
  const { newFillIds, isFenced, unmoved, known, altered, gap, missing } = found;
  if (known.length > 0 || altered !== null) throw new RefusedEvents({ knownEvents: known, alteredEvent: altered });
  if (gap !== null) throw new Error(`the events of bot ${gap.botId} have a gap before position ${gap.position}`);
  if (missing > 0) throw new Error('a fact refers to an intent that was never committed');
  refuseOtherPayload(found);
  return { newFillIds, isFenced, unmoved };
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

/**
 * Returns the moves of the cursors of a batch. A cursor never moves to an earlier cursor. The venue compares the cursors, because
 * each venue has its own sequence of cursors.
 */
async function movesOf(
  sql: Sql | TransactionSql,
  { accountId, fillCursor, billCursor, compareCursor }: FactBatch,
): Promise<readonly CursorMove[]> {
  const wanted = [
    { kind: 'fill', to: fillCursor },
    { kind: 'bill', to: billCursor },
  ] as const;
  if (wanted.every(({ to }) => to === null)) return [];
  const rows = await sql`select kind, bill_id from journal_cursors where account_id = ${accountId}`;
  const stored = new Map(rows.map((row) => [textOf(row, 'kind'), textOf(row, 'bill_id')]));
  return wanted.flatMap(({ kind, to }) => {
    const before = stored.get(kind) ?? null;
    return to === null || (before !== null && compareCursor(before, to) >= 0) ? [] : [{ kind, before, to }];
  });
}
