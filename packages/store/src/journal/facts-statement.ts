// Stores the frequent kinds of facts with one statement, so that a reaction to a fill waits for one response of the database. The statement stores all facts
// or no fact.
import type { FactBatch, StoredEvent } from '@rondo/engine/ports';
import type { Sql, TransactionSql } from 'postgres';
import {
  billColumns,
  billValues,
  eventColumns,
  fillColumns,
  fillValues,
  intentColumns,
  intentValues,
  logColumns,
  logValues,
  viewColumns,
  viewValues,
  waitsColumns,
} from './journal-rows.ts';
import { columnList, excludedOf, omitColumns, pickColumns, recordsetOf, valuesOf } from '../tables/derive.ts';
import { botViews, intents } from '../tables/journal.ts';
import { booleanOf, integerOf, oneRow, textOf, textOrNull } from '../database/row.ts';
import { maxBatchRows, smallBatchRows } from '../limits.ts';

const intentChangeColumns = pickColumns(intents, ['id', 'state', 'evidence']);

/** Returns true when the statement stores all facts of the batch. */
export function isFrequent(batch: FactBatch): boolean {
  const { unreadableRows, freezes, checkpoints } = batch;
  return unreadableRows.length + freezes.length + checkpoints.length === 0;
}

/** A move of the stored cursor of a list. `before` is the stored cursor, or null when no cursor is stored. */
export interface CursorMove {
  readonly kind: 'fill' | 'bill';
  readonly before: string | null;
  readonly to: string;
}

/** The findings of the statement. When one of `known`, `altered`, `gap`, `missing`, `changed` and `renamed` is not empty, nothing was stored. */
export interface Findings {
  readonly newFillIds: readonly string[];
  /** The events of the batch that the journal or the batch has at another position. */
  readonly known: readonly StoredEvent[];
  /** An event that the journal has at this position with another body. */
  readonly altered: StoredEvent | null;
  /** The first event without an event at the position before it. */
  readonly gap: { readonly botId: string; readonly position: number } | null;
  /** The number of intents that were never committed. */
  readonly missing: number;
  /** An intent of the commands that was committed before with another payload. */
  readonly changed: string | null;
  /** A client id of the commands that two different orders have. */
  readonly renamed: string | null;
  /** True when the batch has commands and this node does not have the lease. The facts were stored, and the intents of the commands were not. */
  readonly isFenced: boolean;
  /** The number of moves that were not stored, because another process has moved the cursor since it was read. */
  readonly unmoved: number;
}

/**
 * Stores the fills, bills, events, reports of intents, log lines, views and waits of a batch, and the moves of its cursors. The last report of an intent counts, and an older report cannot reopen a
 * finished command. A report of an open state is ignored when another node has taken the account since then. The state `never` is not final, because a later report may correct it. A view of an earlier event does not replace a view of a later event. A
 * view also sets the reservation of its bot, and a completed view ends the bot. A budget of zero or less does not change the reservation, because a bot with this
 * budget ends with a failure. The waits of an older epoch do not replace the waits of a newer epoch.
 */
export async function storeFacts(
  sql: Sql | TransactionSql,
  batch: FactBatch,
  {
    botIds,
    incarnation,
    moves,
  }: { readonly botIds: readonly string[]; readonly incarnation: string; readonly moves: readonly CursorMove[] },
): Promise<Findings> {
  const { accountId, commands } = batch;
  const lastReports = [...new Map(batch.intents.map((intent) => [intent.id, intent])).values()];
  const parameters = [
    botIds,
    batch.fills.map(fillValues),
    batch.events.map((event) => valuesOf(eventColumns, event)),
    lastReports,
    batch.logs.map(logValues),
    batch.views.map((view) => ({ ...viewValues(view), reserved: view.reserved })),
    batch.waits.map((waits) => valuesOf(waitsColumns, waits)),
  ].map((rows) => JSON.stringify(rows));
  const facts = [
    accountId,
    ...parameters,
    batch.epoch.toString(),
    JSON.stringify(batch.bills.map(billValues)),
    JSON.stringify(moves),
  ];
  const lists = [botIds, batch.fills, batch.bills, batch.events, lastReports, batch.logs, batch.views, batch.waits];
  const size = [...lists, commands ?? []].every(({ length }) => length <= smallBatchRows) ? 'small' : 'large';
  const rows =
    commands === undefined
      ? await sql.unsafe(factsStatements[size], facts, { prepare: true })
      : await sql.unsafe(
          commandsStatements[size],
          [...facts, JSON.stringify(commands.map(intentValues)), incarnation],
          { prepare: true },
        );
  const row = oneRow(rows);
  return {
    newFillIds: JSON.parse(textOf(row, 'fill_ids')),
    known: JSON.parse(textOf(row, 'known')),
    altered: JSON.parse(textOrNull(row, 'altered') ?? 'null'),
    gap: placeOf(textOrNull(row, 'gap')),
    missing: integerOf(row, 'missing'),
    changed: textOrNull(row, 'changed'),
    renamed: textOrNull(row, 'renamed'),
    isFenced: booleanOf(row, 'is_fenced'),
    unmoved: integerOf(row, 'unmoved'),
  };
}

function placeOf(text: string | null): { readonly botId: string; readonly position: number } | null {
  const place: readonly [string, number] | null = JSON.parse(text ?? 'null');
  return place === null ? null : { botId: place[0], position: place[1] };
}

// A table of at most `most` rows. Without this limit the planner expects 100 rows in each table. It would then read all intents and
// events for one row, because 100 index lookups cost more.
const rowsOf = (parameter: number, columns: Parameters<typeof recordsetOf>[0], most: number): string =>
  `(select * from jsonb_to_recordset($${parameter}::text::jsonb) as r (${recordsetOf(columns)}) limit ${most}) as r`;

// The parts of the statement that exist only when the batch has commands.
interface Extension {
  readonly tables: (most: number) => string;
  readonly condition: string;
  readonly insert: string;
  readonly results: string;
}

// The lists that several parts of the statement read.
const listsOf = (most: number): string => `
  new_events as materialized (select r.* from ${rowsOf(4, eventColumns, most)}),
  reports as materialized (select r.* from ${rowsOf(5, intentChangeColumns, most)}),
  new_views as materialized (select r.* from jsonb_to_recordset($7::text::jsonb) as r (${recordsetOf(viewColumns)}, reserved numeric) limit ${most}),
  moves as materialized (select r.* from jsonb_to_recordset($11::text::jsonb) as r (kind text, before text, "to" text)),`;

// The events that the journal has at another position, the events that it has at this position, and the events without an event before them.
const eventChecks = `
  known as materialized (
    select distinct g.bot_id, g.key from new_events g join (
      select e.* from new_events n cross join lateral (
        select bot_id, key, position from bot_events b where b.bot_id = n.bot_id and b.key = n.key limit 1) e
      union all select bot_id, key, position from new_events) s
    on s.bot_id = g.bot_id and s.key = g.key and s.position <> g.position),
  stored as materialized (
    select s.bot_id, s.key, s.position, s.body <> n.body as is_altered from new_events n cross join lateral (
      select bot_id, key, position, body from bot_events b where b.bot_id = n.bot_id and b.key = n.key and b.position = n.position limit 1) s),
  gaps as materialized (
    select g.bot_id, g.position from new_events g
    where g.position > 1
      and (select true from bot_events b where b.bot_id = g.bot_id and b.position = g.position - 1) is null
      and not exists (select 1 from new_events p where p.bot_id = g.bot_id and p.position = g.position - 1)),`;

// Stores the rows of the lists of the exchange, and the cursors up to which the lists were read.
const ledgerInserts = (most: number): string => `
  stored_fills as (
    insert into fills (account_id, ${columnList(fillColumns)})
    select $1, r.* from ${rowsOf(3, fillColumns, most)} where exists (select 1 from accepted)
    on conflict do nothing returning fill_id),
  stored_bills as (
    insert into bills (account_id, ${columnList(billColumns)})
    select $1, r.* from ${rowsOf(10, billColumns, most)} where exists (select 1 from accepted)
    on conflict do nothing),
  stored_cursors as (
    insert into journal_cursors as c (account_id, kind, bill_id)
    select $1, m.kind, m."to" from moves m where exists (select 1 from accepted)
    on conflict (account_id, kind) do update set bill_id = excluded.bill_id
    where c.bill_id = (select m.before from moves m where m.kind = c.kind)
    returning kind),`;

// The database keeps the plan of the statement, which it often made while the tables were empty. A join with `intents` or `bot_events` would then read all rows of the
// account or the bot. The conditions with `= any(array(...))` and the subqueries of one row make the database look up each key in an index instead.
// The bots are locked first and always in the same sequence, so that two batches cannot deadlock. Each insert and update needs a row of `accepted`, so a refused
// batch changes nothing. The statement does not see rows that another node stores while it waits for the lock. The unique indexes of `bot_events` then refuse
// an event with the position or the key of another event, and the whole statement fails.
const statementWith = ({ tables, condition, insert, results }: Extension, most: number): string => `
  with locked as (
    select id from bots where id in (select jsonb_array_elements_text($2::text::jsonb) limit ${most}) order by id for no key update),
  ${listsOf(most)}
  ${eventChecks}
  missing as materialized (
    select count(*)::int as count from reports r where not exists (
      select 1 from intents i where i.account_id = $1 and i.id = r.id and i.id = any(array(select id from reports)))),
  ${tables(most)}
  accepted as materialized (
    select 1 where (select count(*) from locked) >= 0 and (select count from missing) = 0
      and not exists (select 1 from known) and not exists (select 1 from stored where is_altered) and not exists (select 1 from gaps) ${condition}),
  ${insert}
  ${ledgerInserts(most)}
  stored_events as (
    insert into bot_events (${columnList(eventColumns)})
    select g.* from new_events g where exists (select 1 from accepted)
      and not exists (select 1 from stored s where s.bot_id = g.bot_id and s.position = g.position) order by g.bot_id, g.position),
  changed_intents as (
    update intents i set state = r.state, evidence = r.evidence from reports r
    where i.account_id = $1 and i.id = r.id and i.id = any(array(select id from reports)) and exists (select 1 from accepted)
      and (r.state in ('filled', 'cancelled', 'rejected', 'done') or (i.state not in ('filled', 'cancelled', 'rejected', 'done')
        and not exists (select 1 from leases l where l.account_id = $1 and l.epoch > $9::bigint)))),
  stored_logs as (
    insert into bot_logs (${columnList(logColumns)})
    select r.* from ${rowsOf(6, logColumns, most)} where exists (select 1 from accepted)
    on conflict do nothing),
  stored_waits as (
    insert into bot_waits (epoch, ${columnList(waitsColumns)})
    select $9::bigint, r.* from ${rowsOf(8, waitsColumns, most)} where exists (select 1 from accepted)
    on conflict (bot_id) do update set epoch = excluded.epoch, body = excluded.body where bot_waits.epoch <= excluded.epoch),
  stored_views as (
    insert into bot_views (${columnList(viewColumns)})
    select ${columnList(viewColumns, { table: 'v' })} from new_views v where exists (select 1 from accepted)
    on conflict (bot_id) do update set ${excludedOf(omitColumns(botViews, ['botId']))}
    where bot_views.event_position <= excluded.event_position
    returning bot_id, status = 'completed' as is_completed),
  changed_bots as (
    update bots set
      reserved_margin = case when v.reserved > 0 then v.reserved else reserved_margin end,
      course = case when s.is_completed then 'done' else course end,
      ended_at = case when s.is_completed then coalesce(v.ended_at, v.updated_at) else bots.ended_at end
    from stored_views s join new_views v on v.bot_id = s.bot_id
    where bots.id = s.bot_id and bots.ended_at is null)
  select (select coalesce(json_agg(fill_id), '[]')::text from stored_fills) as fill_ids,
    (select coalesce(json_agg(json_build_object('botId', bot_id, 'key', key)), '[]')::text from known) as known,
    (select json_build_object('botId', bot_id, 'key', key)::text from stored where is_altered order by bot_id, position limit 1) as altered,
    (select json_build_array(bot_id, position)::text from gaps limit 1) as gap,
    (select count from missing) as missing,
    (select count(*)::int from moves where kind not in (select kind from stored_cursors)) as unmoved, ${results}`;

// The statements for small batches, and for all other batches.
const statementsWith = (extension: Extension) => ({
  small: statementWith(extension, smallBatchRows),
  large: statementWith(extension, maxBatchRows),
});

const factsStatements = statementsWith({
  tables: () => '',
  condition: '',
  insert: '',
  results: 'null as changed, null as renamed, false as is_fenced',
});

// The row of the lease is locked until the end of the transaction, so no newer epoch can begin before the intents are stored. A known id with the same payload is a
// repeated commit. A known id with another payload is an error.
const commandsStatements = statementsWith({
  tables: (most) => `
  lease as materialized (
    select 1 from leases l join nodes n on n.incarnation = l.node_id
    where l.account_id = $1 and l.epoch = $9::bigint and l.node_id = $13
      and n.dead_at is null and n.seen_until > clock_timestamp() for share of l),
  given as materialized (select r.* from ${rowsOf(12, intentColumns, most)}),
  changed as materialized (
    select g.id from given g join (
      select i.id, i.payload_hash from intents i where i.account_id = $1 and i.id = any(array(select id from given))
      union all select id, payload_hash from given) k on k.id = g.id and k.payload_hash <> g.payload_hash limit 1),
  renamed as materialized (
    select g.client_id from given g join (
      select i.client_id, i.payload_hash from intents i
      where i.account_id = $1 and i.verb = 'place' and i.client_id = any(array(select client_id from given))
      union all select client_id, payload_hash from given where verb = 'place') k on k.client_id = g.client_id and k.payload_hash <> g.payload_hash
    where g.verb = 'place' limit 1),`,
  condition: 'and not exists (select 1 from changed) and not exists (select 1 from renamed)',
  insert: `
  stored_intents as (
    insert into intents (account_id, epoch, ${columnList(intentColumns)})
    select $1, $9::bigint, g.* from given g where exists (select 1 from accepted) and exists (select 1 from lease)
    on conflict (account_id, id) do nothing),`,
  results: `(select id from changed) as changed, (select client_id from renamed) as renamed,
    not exists (select 1 from lease) as is_fenced`,
});
