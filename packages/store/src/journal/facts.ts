// What happened, stored in one transaction: each part counts once, however often it is told.
import type { BotEventRow, BotLogRow, FactBatch } from '@rondo/engine/ports';
import type { Sql, TransactionSql } from 'postgres';
import { billInsert, fillInsert, logInsert, viewInsert } from './journal-rows.ts';
import { maxBatchRows } from '../limits.ts';
import { booleanOf, integerOf, oneRow, textOf } from '../database/row.ts';

/**
 * Stores a batch. Facts need no lease: what the exchange did is true for every node.
 * Throws (nothing stored) when an event's position is taken by another event, or events would have a gap.
 */
export async function applyFacts(sql: Sql, batch: FactBatch): Promise<{ readonly newFillIds: readonly string[] }> {
  const size =
    batch.fills.length +
    batch.bills.length +
    batch.events.length +
    batch.intents.length +
    batch.logs.length +
    batch.views.length;
  if (size > maxBatchRows) throw new Error(`${size} facts in one batch`);
  return sql.begin(async (transaction) => {
    await lockBots(transaction, batch);
    const newFillIds = await insertFills(transaction, batch);
    await insertBills(transaction, batch);
    await insertEvents(transaction, batch.events);
    await updateIntents(transaction, batch);
    await insertLogs(transaction, batch.logs);
    await writeViews(transaction, batch.views);
    const { accountId, compareCursor: compare } = batch;
    await moveCursor(transaction, { accountId, kind: 'fill', to: batch.fillCursor, compare });
    await moveCursor(transaction, { accountId, kind: 'bill', to: batch.billCursor, compare });
    return { newFillIds };
  });
}

/** Batches about one bot stand in line, always in the same order, so they cannot wait for each other in a ring. */
async function lockBots(transaction: TransactionSql, batch: FactBatch): Promise<void> {
  const ids = new Set(
    [...batch.events, ...batch.logs, ...batch.views, ...batch.fills, ...batch.bills].flatMap((part) =>
      part.botId === null ? [] : [part.botId],
    ),
  );
  if (ids.size === 0) return;
  await transaction`select 1 from bots where id = any(${[...ids]}::text[]) order by id for no key update`;
}

async function insertFills(transaction: TransactionSql, batch: FactBatch): Promise<readonly string[]> {
  if (batch.fills.length === 0) return [];
  const rows = await transaction`
    insert into fills (account_id, instrument_id, fill_id, venue_order_id, client_id, side, position_side, price_ticks, lots, fee, liquidity, kind, bill_id, at, bot_id,
      slot_bot_number, slot_round, slot_kind, slot_step, slot_generation)
    select ${batch.accountId}, r.* from jsonb_to_recordset(${JSON.stringify(batch.fills.map(fillInsert))}::text::jsonb) as r (
      instrument_id text, fill_id text, venue_order_id text, client_id text, side text, position_side text, price_ticks numeric, lots numeric, fee numeric,
      liquidity text, kind text, bill_id text, at bigint, bot_id text, slot_bot_number bigint, slot_round int, slot_kind text, slot_step int, slot_generation int)
    on conflict do nothing returning fill_id`;
  return rows.map((row) => textOf(row, 'fill_id'));
}

async function insertBills(transaction: TransactionSql, batch: FactBatch): Promise<void> {
  if (batch.bills.length === 0) return;
  await transaction`
    insert into bills (account_id, bill_id, instrument_id, client_id, fill_id, kind, balance_change, pnl, fee, at, bot_id)
    select ${batch.accountId}, r.* from jsonb_to_recordset(${JSON.stringify(batch.bills.map(billInsert))}::text::jsonb) as r (
      bill_id text, instrument_id text, client_id text, fill_id text, kind text, balance_change numeric, pnl numeric, fee numeric, at bigint, bot_id text)
    on conflict do nothing`;
}

async function insertEvents(transaction: TransactionSql, events: readonly BotEventRow[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({
    bot_id: event.botId,
    position: event.position,
    key: event.key,
    body: event.body,
    at: event.at,
  }));
  await transaction`
    insert into bot_events (bot_id, position, key, body, at)
    select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (bot_id text, position int, key text, body text, at bigint)
    order by r.bot_id, r.position
    on conflict (bot_id, key) do nothing`;
  const gaps = await transaction`
    select e.bot_id, e.position from bot_events e
    join jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (bot_id text, position int) on r.bot_id = e.bot_id and r.position = e.position
    where e.position > 1 and not exists (select 1 from bot_events b where b.bot_id = e.bot_id and b.position = e.position - 1) limit 1`;
  const gap = gaps[0];
  if (gap !== undefined)
    throw new Error(`events of bot ${textOf(gap, 'bot_id')} have a gap before position ${integerOf(gap, 'position')}`);
}

/** A finished command stays finished: an older report cannot revive it. Only `never`, which rests on a proof, may be corrected. */
async function updateIntents(transaction: TransactionSql, batch: FactBatch): Promise<void> {
  if (batch.intents.length === 0) return;
  const last = new Map(batch.intents.map((intent) => [intent.id, intent]));
  const known = oneRow(
    await transaction`select count(*)::int as known from intents where account_id = ${batch.accountId} and id = any(${[...last.keys()]}::text[])`,
  );
  if (integerOf(known, 'known') !== last.size) throw new Error('a fact names an intent that was never committed');
  await transaction`
    update intents i set state = r.state, evidence = r.evidence
    from jsonb_to_recordset(${JSON.stringify([...last.values()])}::text::jsonb) as r (id text, state text, evidence text)
    where i.account_id = ${batch.accountId} and i.id = r.id
      and (i.state not in ('filled', 'cancelled', 'rejected', 'done') or r.state in ('filled', 'cancelled', 'rejected', 'done'))`;
}

async function insertLogs(transaction: TransactionSql, logs: readonly BotLogRow[]): Promise<void> {
  if (logs.length === 0) return;
  await transaction`
    insert into bot_logs (bot_id, type, message_key, parameters, at)
    select r.* from jsonb_to_recordset(${JSON.stringify(logs.map(logInsert))}::text::jsonb) as r (bot_id text, type text, message_key text, parameters text, at bigint)
    on conflict do nothing`;
}

/** A view never goes back to an earlier event. The bot's reservation follows it, and the bot ends with its completed view, in the same transaction. */
async function writeViews(transaction: TransactionSql, views: FactBatch['views']): Promise<void> {
  for (const view of views) {
    const row = viewInsert(view);
    const written = await transaction`
      insert into bot_views ${transaction(row)}
      on conflict (bot_id) do update set phase = excluded.phase, status = excluded.status, end_reason = excluded.end_reason, round = excluded.round,
        cycles = excluded.cycles, current_step = excluded.current_step, is_last = excluded.is_last, entry_price = excluded.entry_price,
        position_size = excluded.position_size, realised_pnl = excluded.realised_pnl, state = excluded.state, event_position = excluded.event_position,
        updated_at = excluded.updated_at, ended_at = excluded.ended_at
      where bot_views.event_position <= excluded.event_position
      returning status = 'completed' as is_completed`;
    if (written.length === 0) continue;
    // A budget of zero or less reserves nothing new: the bot is about to fail and keeps what it had.
    await transaction`update bots set reserved_margin = ${view.reserved} where id = ${view.botId} and ended_at is null and ${view.reserved}::numeric > 0`;
    if (!booleanOf(oneRow(written), 'is_completed')) continue;
    await transaction`update bots set course = 'done', ended_at = ${view.endedAt ?? view.updatedAt} where id = ${view.botId} and ended_at is null`;
  }
}

interface CursorMove {
  readonly accountId: string;
  readonly kind: 'fill' | 'bill';
  readonly to: string | null;
  readonly compare: FactBatch['compareCursor'];
}

/** Replaces a stored cursor by a later one; only the venue knows which of two is later. The row is locked from reading to writing. */
async function moveCursor(transaction: TransactionSql, { accountId, kind, to, compare }: CursorMove): Promise<void> {
  if (to === null) return;
  const inserted = await transaction`
    insert into journal_cursors (account_id, kind, bill_id) values (${accountId}, ${kind}, ${to})
    on conflict (account_id, kind) do nothing returning 1 as is_new`;
  if (inserted.length > 0) return;
  const stored = await transaction`
    select bill_id from journal_cursors where account_id = ${accountId} and kind = ${kind} for update`;
  if (compare(textOf(oneRow(stored), 'bill_id'), to) >= 0) return;
  await transaction`update journal_cursors set bill_id = ${to} where account_id = ${accountId} and kind = ${kind}`;
}
