// The journal of the engine in PostgreSQL: fenced intents, idempotent facts, and the data that a restart loads.
import type { AccountJournal, BotRow, FactBatch, IntentRow, Journal, JournalOptions } from '@rondo/engine/ports';
import type { Sql } from 'postgres';
import { clientIdsOfOthers, knownClientIds } from './client-ids.ts';
import { applyFacts, refuseOtherPayload } from './facts.ts';
import { readEvents, readFolds } from './folds.ts';
import { readOpenOrders } from './open-orders.ts';
import type { Node } from './node.ts';
import type { CommitMark, CommitMarks } from './commit-marks.ts';
import type { Leases } from './leases.ts';
import { fillOf, intentColumns, intentValues, unreadableRowOf } from './journal-rows.ts';
import { maxBatchRows } from '../limits.ts';
import { bigintOf, booleanOf, integerOf, oneRow, textOf, textOrNull, type Row } from '../database/row.ts';
import { bots } from '../tables/bots.ts';
import { pickColumns, readerOf } from '../tables/derive.ts';
import { names, recordset } from '../tables/statements.ts';

/** Returns the journal of a database for one node. */
export function createJournal(
  sql: Sql,
  node: Node,
  { leases: { acquire, renew, release }, marks }: { readonly leases: Leases; readonly marks: CommitMarks },
): Journal {
  return {
    acquire,
    renew,
    release,
    load: (accountId, options) => load(sql, { accountId, newestIntent: marks.newest(accountId) }, options),
    readEvents: (botId, range) => readEvents(sql, botId, range),
    dropCheckpoints: async (botId) => void (await sql`delete from bot_checkpoints where bot_id = ${botId}`),
    knownClientIds: (accountId, clientIds) => knownClientIds(sql, accountId, clientIds),
    clientIdsOfOthers: (orders) => clientIdsOfOthers(sql, orders),
    async commitIntents(accountId, epoch, intents) {
      const result = await commitIntents(sql, { accountId, epoch, incarnation: node.incarnation, intents });
      if (result === 'committed') marks.note(accountId, intents);
      return result;
    },
    async applyFacts(batch: FactBatch) {
      const result = await applyFacts(sql, node.incarnation, batch);
      const isStored = result.knownEvents.length === 0 && result.alteredEvent === null;
      if (!result.isFenced && isStored) marks.note(batch.accountId, batch.commands ?? []);
      return result;
    },
  };
}

interface Commit {
  readonly accountId: string;
  readonly epoch: bigint;
  readonly incarnation: string;
  readonly intents: readonly IntentRow[];
}

/**
 * Stores all intents or no intent, in one statement. The row of the lease is locked until the commit, so no newer epoch can begin before the commit. No other
 * node can store intents of this account at the same time, because it does not have the lease.
 */
async function commitIntents(
  sql: Sql,
  { accountId, epoch, incarnation, intents }: Commit,
): Promise<'committed' | 'fenced'> {
  if (intents.length > maxBatchRows)
    throw new Error(`the commit has ${intents.length} intents, which is more than ${maxBatchRows}`);
  if (intents.some((intent) => intent.epoch !== epoch))
    throw new Error('the epoch of an intent is not the epoch of its commit');
  const rows = await sql`
    with lease as (
      select 1 from leases l join nodes n on n.incarnation = l.node_id
      where l.account_id = ${accountId} and l.epoch = ${epoch.toString()} and l.node_id = ${incarnation}
        and n.dead_at is null and n.seen_until > clock_timestamp() for share of l),
    given as (select r.* from ${recordset(sql, intentColumns, intents.map(intentValues))}),
    -- A known id with the same payload is a repeated commit. A known id with another payload is an error.
    changed as (
      select g.id from given g join (
        select id, payload_hash from intents where account_id = ${accountId} and id = any(${intents.map(({ id }) => id)}::text[])
        union all select id, payload_hash from given) k on k.id = g.id and k.payload_hash <> g.payload_hash limit 1),
    renamed as (
      select g.client_id from given g join (
        select client_id, payload_hash from intents where account_id = ${accountId} and verb = 'place' and client_id = any(${intents.map(({ clientId }) => clientId)}::text[])
        union all select client_id, payload_hash from given where verb = 'place') k on k.client_id = g.client_id and k.payload_hash <> g.payload_hash
      where g.verb = 'place' limit 1),
    stored as (
      insert into intents (account_id, epoch, ${names(sql, intentColumns)})
      select ${accountId}, ${epoch.toString()}::bigint, g.* from given g
      where exists (select 1 from lease) and not exists (select 1 from changed) and not exists (select 1 from renamed)
      on conflict (account_id, id) do nothing)
    select exists (select 1 from lease) as has_lease, (select id from changed) as changed, (select client_id from renamed) as renamed`;
  const result = oneRow(rows);
  if (!booleanOf(result, 'has_lease')) return 'fenced';
  refuseOtherPayload({ changed: textOrNull(result, 'changed'), renamed: textOrNull(result, 'renamed') });
  return 'committed';
}

/**
 * Reads all data in one snapshot of the database, so that the parts are consistent. Throws when the database lacks the newest intent of this process, because its order
 * may be at the exchange.
 */
async function load(
  sql: Sql,
  { accountId, newestIntent }: { readonly accountId: string; readonly newestIntent: CommitMark | null },
  options: JournalOptions,
): Promise<AccountJournal> {
  return sql.begin('isolation level repeatable read read only', async (transaction) => {
    const account = await transaction`
      select coalesce((select epoch from leases where account_id = ${accountId}), 0) as epoch,
        ${newestIntent?.id ?? null}::text is null or exists (select 1 from intents where account_id = ${accountId} and id = ${newestIntent?.id ?? null})
          or exists (select 1 from past_orders where account_id = ${accountId} and client_id = ${newestIntent?.clientId ?? null}) as is_complete,
        (select bill_id from journal_cursors where account_id = ${accountId} and kind = 'fill') as fill_cursor,
        (select bill_id from journal_cursors where account_id = ${accountId} and kind = 'bill') as bill_cursor`;
    const botRows =
      await transaction`select * from bots where account_id = ${accountId} and ended_at is null order by bot_number`;
    const folds = await readFolds(transaction, accountId, options);
    const closes = await transaction`
      select i.bot_id, count(*)::int as closes from intents i join bots b on b.id = i.bot_id and b.account_id = ${accountId} and b.ended_at is null
      where i.round = 0 and i.kind = 'close' and i.verb = 'place' group by i.bot_id`;
    const openOrders = await readOpenOrders(transaction, accountId);
    const waits = await transaction`
      select w.bot_id, w.body from bot_waits w join bots b on b.id = w.bot_id where b.account_id = ${accountId} and b.ended_at is null`;
    const outside = await transaction`
      select f.* from fills f join bots b on b.account_id = f.account_id and b.instrument_id = f.instrument_id and b.ended_at is null and b.created_at <= f.at
      where f.account_id = ${accountId} and f.bot_id is null order by f.at, f.sequence`;
    const unapplied = await transaction`
      select f.* from fills f join bots b on b.id = f.bot_id and b.ended_at is null
      where b.account_id = ${accountId} and f.slot_kind is not null
        and f.sequence > coalesce((select max(c.fill_sequence) from bot_checkpoints c where c.bot_id = b.id), 0) and not exists (
        select 1 from bot_events e where e.bot_id = f.bot_id and e.key = 'fill:' || f.instrument_id || ':' || f.fill_id)
      order by f.at, f.sequence`;
    const unreadable = await transaction`
      select u.* from unreadable_rows u join bots b on b.account_id = u.account_id and b.instrument_id = u.instrument_id and b.ended_at is null
        and (u.at is null or b.created_at <= u.at)
      where u.account_id = ${accountId} order by u.read_at, u.list, u.row_key`;
    const closesByBot = new Map(closes.map((each) => [textOf(each, 'bot_id'), integerOf(each, 'closes')]));
    const waitsByBot = new Map(waits.map((each) => [textOf(each, 'bot_id'), textOf(each, 'body')]));
    const row = oneRow(account);
    if (!booleanOf(row, 'is_complete'))
      throw new Error(`the database has lost commits of the account: the intent ${newestIntent?.id} is missing`);
    return {
      accountId,
      epoch: bigintOf(row, 'epoch'),
      bots: botRows.map((bot) => ({
        row: botRowOf(bot),
        ...folds(textOf(bot, 'id')),
        waits: waitsByBot.get(textOf(bot, 'id')) ?? '',
        frozenCloses: closesByBot.get(textOf(bot, 'id')) ?? 0,
      })),
      ...openOrders,
      outsideFills: outside.map(fillOf),
      unappliedFills: unapplied.map(fillOf),
      unreadableRows: unreadable.map(unreadableRowOf),
      fillCursor: textOrNull(row, 'fill_cursor'),
      billCursor: textOrNull(row, 'bill_cursor'),
    };
  });
}

const readBot = readerOf(pickColumns(bots, ['id', 'botNumber', 'accountId', 'instrumentId', 'config', 'createdAt']));

function botRowOf(row: Row): BotRow {
  const { id, ...bot } = readBot(row);
  return { botId: id, ...bot };
}
