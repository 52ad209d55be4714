// The reads that screens repeat: a person's active bots with their newest log lines, and what an account holds back.
import type { PendingQuery, Row as SqlRow, Sql } from 'postgres';
import { botOf, selectBots } from './bot-row.ts';
import { gatherRows } from '../database/batch-loader.ts';
import { logsOf } from '../journal/journal-rows.ts';
import { maxRows, watchedKept } from '../limits.ts';
import type { Bots, WatchedBot } from './bot-records.ts';
import { textOf, type Row } from '../database/row.ts';

/** Part of the bots of a database. */
export function createWatchedBots(sql: Sql): Pick<Bots, 'listWatched' | 'listReservations'> {
  const bots = selectBots(sql);
  const lately = createLately();
  const versionsOf = gatherRows((asked: readonly Asked[]) => readVersions(sql, asked));
  const reservationsOf = gatherRows((accountIds: readonly string[]) => readReservations(sql, accountIds));
  return {
    async listWatched(userId, logLimit) {
      const asked = { userId, logLimit: Math.min(logLimit, maxRows) };
      const versions = await versionsOf(asked);
      const version = versions.map((row) => `${textOf(row, 'id')} ${textOf(row, 'version')}`).join('\n');
      // What is read is at least as new as its version: at worst it is read once more.
      return lately(`${userId} ${logLimit}`, version, async () => {
        const rows = await sql`
          select b.*, (
            select coalesce(json_agg(json_build_array(l.type, l.message_key, l.parameters, l.at) order by l.at desc, l.id desc), '[]')::text
            from (select * ${newestLogs(sql, sql`${asked.logLimit}`)}) l
          ) as logs
          from (${bots} where b.user_id = ${userId} and b.ended_at is null) b order by b.created_at, b.bot_number`;
        return rows.map((row) => ({ bot: botOf(row), logs: logsOf(textOf(row, 'id'), textOf(row, 'logs')) }));
      });
    },
    async listReservations(accountId) {
      const rows = await reservationsOf(accountId);
      return rows.map((row) => ({
        id: textOf(row, 'id'),
        name: textOf(row, 'name'),
        instrumentId: textOf(row, 'instrument_id'),
        reservedMargin: textOf(row, 'reserved_margin'),
      }));
    },
  };
}

interface Asked {
  readonly userId: string;
  readonly logLimit: number;
}

/** The lines of bot `b` that screens show. */
function newestLogs(sql: Sql, limit: PendingQuery<SqlRow[]>): PendingQuery<SqlRow[]> {
  return sql`from bot_logs where bot_id = b.id order by at desc, id desc limit ${limit}`;
}

async function readVersions(sql: Sql, asked: readonly Asked[]): Promise<readonly Row[]> {
  const userIds = asked.map(({ userId }) => userId);
  const logLimits = asked.map(({ logLimit }) => logLimit);
  return sql`
    select asked.place, b.id, concat_ws(' ', b.xmin, v.xmin, array(select id ${newestLogs(sql, sql`asked.log_limit`)})) as version
    from unnest(${userIds}::text[], ${logLimits}::int[]) with ordinality asked(user_id, log_limit, place)
    join bots b on b.user_id = asked.user_id and b.ended_at is null left join bot_views v on v.bot_id = b.id`;
}

async function readReservations(sql: Sql, accountIds: readonly string[]): Promise<readonly Row[]> {
  return sql`
    select asked.place, b.id, b.name, b.instrument_id, b.reserved_margin
    from unnest(${[...accountIds]}::text[]) with ordinality asked(account_id, place)
    join bots b on b.account_id = asked.account_id and b.ended_at is null order by b.bot_number`;
}

interface Lists {
  readonly version: string;
  readonly bots: readonly WatchedBot[];
}

/** Lists by who asked: screens ask every few seconds, and what they show changes only when something happens. */
function createLately(): (
  key: string,
  version: string,
  read: () => Promise<readonly WatchedBot[]>,
) => Promise<readonly WatchedBot[]> {
  const lately = new Map<string, Lists>();
  return async (key, version, read) => {
    const known = lately.get(key);
    const isCurrent = known?.version === version;
    const lists = isCurrent ? known : { version, bots: await read() };
    // Moved to the end: the first one is the one that nobody asked for the longest.
    lately.delete(key);
    lately.set(key, lists);
    const oldest = lately.keys().next();
    if (lately.size > watchedKept && oldest.done === false) lately.delete(oldest.value);
    return lists.bots;
  };
}
