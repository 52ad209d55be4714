// Reads the events of bots: pages of events, and for a restart the newest checkpoints with the events after them.
import type { BotEventRow, EventRange, JournalBot, JournalOptions } from '@rondo/engine/ports';
import type { Sql, TransactionSql } from 'postgres';
import { integerOf, textOf, type Row } from '../database/row.ts';
import { checkpointOf, eventOf } from './journal-rows.ts';

/** Returns events of a bot in the sequence of their positions. */
export async function readEvents(
  sql: Sql,
  botId: string,
  { after, upTo, limit }: EventRange,
): Promise<readonly BotEventRow[]> {
  const rows = await sql`
    select * from bot_events where bot_id = ${botId} and position > ${after} and position <= ${upTo} order by position limit ${limit}`;
  return rows.map(eventOf);
}

type StoredFold = Pick<JournalBot, 'checkpoint' | 'recentKeys' | 'events' | 'lastPosition'>;

/** Reads the checkpoints, the events and the keys of the active bots of an account. The number of rows does not depend on the age of a bot. */
export async function readFolds(
  transaction: TransactionSql,
  accountId: string,
  { foldVersion, events: eventLimit, keys: keyLimit }: JournalOptions,
): Promise<(botId: string) => StoredFold> {
  const checkpoints = await transaction`
    select distinct on (c.bot_id) c.* from bot_checkpoints c join bots b on b.id = c.bot_id
    where b.account_id = ${accountId} and b.ended_at is null and c.fold_version = ${foldVersion} order by c.bot_id, c.position desc`;
  const starts = transaction`(
    select b.id, coalesce((select max(c.position) from bot_checkpoints c where c.bot_id = b.id and c.fold_version = ${foldVersion}), 0) as position
    from bots b where b.account_id = ${accountId} and b.ended_at is null) s`;
  const events = await transaction`
    select e.* from ${starts} cross join lateral (
      select * from bot_events where bot_id = s.id and bot_events.position > s.position order by bot_events.position limit ${eventLimit}) e
    order by e.bot_id, e.position`;
  const keys = await transaction`
    select s.id, e.key from ${starts} cross join lateral (
      select key, bot_events.position from bot_events where bot_id = s.id and bot_events.position <= s.position
      order by bot_events.position desc limit ${keyLimit}) e
    order by s.id, e.position`;
  const ends = await transaction`
    select s.id, coalesce((select max(e.position) from bot_events e where e.bot_id = s.id), 0) as position from ${starts}`;
  const [eventsByBot, keysByBot] = [groupBy(events, 'bot_id'), groupBy(keys, 'id')];
  const checkpointByBot = new Map(checkpoints.map((row) => [textOf(row, 'bot_id'), checkpointOf(row)]));
  const lastByBot = new Map(ends.map((row) => [textOf(row, 'id'), integerOf(row, 'position')]));
  return (botId) => ({
    checkpoint: checkpointByBot.get(botId) ?? null,
    recentKeys: (keysByBot.get(botId) ?? []).map((row) => textOf(row, 'key')),
    events: (eventsByBot.get(botId) ?? []).map(eventOf),
    lastPosition: lastByBot.get(botId) ?? 0,
  });
}

function groupBy(rows: readonly Row[], column: string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = textOf(row, column);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
