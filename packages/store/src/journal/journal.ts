// The journal of the engine in PostgreSQL: fenced intents, idempotent facts, and the data that a restart loads.
import type { AccountJournal, BotRow, FactBatch, IntentRow, Journal, JournalOptions } from '@rondo/engine/ports';
import type { Sql } from 'postgres';
import { applyFacts } from './facts.ts';
import { readEvents, readFolds } from './folds.ts';
import { readOpenOrders } from './open-orders.ts';
import { createLeases, type Node } from './leases.ts';
import { fillOf, intentColumns, intentValues, unreadableRowOf } from './journal-rows.ts';
import { maxBatchRows } from '../limits.ts';
import { bigintOf, integerOf, oneRow, textOf, textOrNull, type Row } from '../database/row.ts';
import { bots } from '../tables/bots.ts';
import { pickColumns, readerOf } from '../tables/derive.ts';
import { names, recordset } from '../tables/statements.ts';

/** Returns the journal of a database for one node. */
export function createJournal(sql: Sql, node: Node): Journal {
  return {
    ...createLeases(sql, node),
    load: (accountId, options) => load(sql, accountId, options),
    readEvents: (botId, range) => readEvents(sql, botId, range),
    dropCheckpoints: async (botId) => void (await sql`delete from bot_checkpoints where bot_id = ${botId}`),
    knownClientIds: (accountId, clientIds) => knownClientIds(sql, accountId, clientIds),
    commitIntents: (accountId, epoch, intents) => commitIntents(sql, { accountId, epoch, nodeId: node.id, intents }),
    applyFacts: (batch: FactBatch) => applyFacts(sql, batch),
  };
}

interface Commit {
  readonly accountId: string;
  readonly epoch: bigint;
  readonly nodeId: string;
  readonly intents: readonly IntentRow[];
}

/** Stores all intents or no intent. The row of the lease is locked until the commit, so no newer epoch can begin before the commit. */
async function commitIntents(sql: Sql, { accountId, epoch, nodeId, intents }: Commit): Promise<'committed' | 'fenced'> {
  if (intents.length > maxBatchRows)
    throw new Error(`the commit has ${intents.length} intents, which is more than ${maxBatchRows}`);
  if (intents.some((intent) => intent.epoch !== epoch))
    throw new Error('the epoch of an intent is not the epoch of its commit');
  return sql.begin(async (transaction) => {
    const lease = await transaction`
      select 1 from leases where account_id = ${accountId} and epoch = ${epoch.toString()} and node_id = ${nodeId}
        and expires_at > clock_timestamp() for share`;
    if (lease.length === 0) return 'fenced';
    await transaction`
      insert into intents (account_id, epoch, ${names(transaction, intentColumns)})
      select ${accountId}, ${epoch.toString()}::bigint, r.* from ${recordset(transaction, intentColumns, intents.map(intentValues))}
      on conflict (account_id, id) do nothing`;
    const stored =
      await transaction`select id, payload_hash from intents where account_id = ${accountId} and id = any(${intents.map((intent) => intent.id)}::text[])`;
    const hashes = new Map(stored.map((row) => [textOf(row, 'id'), textOf(row, 'payload_hash')]));
    for (const intent of intents) {
      // A known id with the same payload is a repeated commit. A known id with another payload is an error.
      if (hashes.get(intent.id) !== intent.payloadHash)
        throw new Error(`the intent ${intent.id} was committed before with another payload`);
    }
    const renamed = await transaction`
      select i.client_id from intents i join intents o on o.account_id = i.account_id and o.client_id = i.client_id and o.verb = 'place' and o.payload_hash <> i.payload_hash
      where i.account_id = ${accountId} and i.verb = 'place' and i.id = any(${intents.map((intent) => intent.id)}::text[]) limit 1`;
    if (renamed[0] !== undefined)
      throw new Error(`two different orders have the client id ${textOf(renamed[0], 'client_id')}`);
    return 'committed';
  });
}

async function knownClientIds(sql: Sql, accountId: string, clientIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql`
    select distinct client_id from intents where account_id = ${accountId} and client_id = any(${[...clientIds]}::text[])`;
  return new Set(rows.map((row) => textOf(row, 'client_id')));
}

/** Reads all data in one snapshot of the database, so that the parts are consistent. */
async function load(sql: Sql, accountId: string, options: JournalOptions): Promise<AccountJournal> {
  return sql.begin('isolation level repeatable read read only', async (transaction) => {
    const account = await transaction`
      select coalesce((select epoch from leases where account_id = ${accountId}), 0) as epoch,
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
