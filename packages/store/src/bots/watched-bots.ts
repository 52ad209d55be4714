// The reads that screens poll: the active bots of a person with their newest log lines, and the reservations of an account.
import type { BotLogRow } from '@rondo/engine/ports';
import type { PendingQuery, Row as SqlRow, Sql } from 'postgres';
import { LRUCache } from 'lru-cache';
import { botOf, selectBots, type BotRecord } from './bot-record.ts';
import { batchReads } from '../database/batch-loader.ts';
import { logsOf } from '../journal/journal-rows.ts';
import { maxRows, watchedBotsCacheSize } from '../limits.ts';
import { textOf, type Row } from '../database/row.ts';
import { bots as botsTable } from '../tables/bots.ts';
import { pickColumns, readerOf, type RecordOf } from '../tables/derive.ts';
import { names } from '../tables/statements.ts';

const reservationColumns = pickColumns(botsTable, ['id', 'name', 'instrumentId', 'direction', 'reservedMargin']);

/** The margin in USDT that a running bot reserves, with the instrument and the direction of its position. */
export type BotReservation = RecordOf<typeof reservationColumns>;

/** A bot with the newest lines of its log. */
export interface WatchedBot {
  readonly bot: BotRecord;
  readonly logs: readonly BotLogRow[];
}

/** The reads that screens poll. */
export interface WatchedBots {
  /**
   * Returns the active bots with the newest lines of their logs. Every call returns the same array until a bot or a log line changes, and a
   * new array has the same entry for each bot that has not changed.
   */
  listWatched(userId: string, logLimit: number): Promise<readonly WatchedBot[]>;
  /** Returns the reservations of the active bots of an account. */
  listReservations(accountId: string): Promise<readonly BotReservation[]>;
}

const readReservation = readerOf(reservationColumns);

/**
 * Returns the reads that screens poll. The key of the cache is the user id and the number of log lines. The cache has at most `watchedBotsCacheSize` entries.
 * An entry is valid until its version changes. Every call reads the version from the `xmin` of the rows and the ids of the newest lines.
 */
export function createWatchedBots(sql: Sql): WatchedBots {
  const bots = selectBots(sql);
  const cache = new LRUCache<string, CachedBots>({ max: watchedBotsCacheSize });
  const versionsOf = batchReads((requests: readonly WatchRequest[]) => readVersions(sql, requests));
  const reservationsOf = batchReads((accountIds: readonly string[]) => readReservations(sql, accountIds));
  return {
    async listWatched(userId, logLimit) {
      const request = { userId, logLimit: Math.min(logLimit, maxRows) };
      const versions = await versionsOf(request);
      const versionOf = new Map(versions.map((row) => [textOf(row, 'id'), textOf(row, 'version')]));
      const key = `${userId} ${logLimit}`;
      const cached = cache.get(key);
      const unchanged = new Map(
        cached?.bots.flatMap((each) => {
          const { id } = each.bot;
          const version = versionOf.get(id);
          return version !== undefined && cached.versionOf.get(id) === version ? [[id, each] as const] : [];
        }),
      );
      if (cached?.versionOf.size === versionOf.size && unchanged.size === versionOf.size) return cached.bots;
      // The version was read before the rows. When a bot changes between the two reads, the next call finds a different version and reads the rows again.
      const rows = await sql`
          select b.*, (
            select coalesce(json_agg(json_build_array(l.type, l.message_key, l.parameters, l.at) order by l.at desc, l.id desc), '[]')::text
            from (select * ${newestLogs(sql, sql`${request.logLimit}`)}) l
          ) as logs
          from (${bots} where b.user_id = ${userId} and b.ended_at is null) b order by b.created_at, b.bot_number`;
      const watched = rows.map((row) => {
        const id = textOf(row, 'id');
        return unchanged.get(id) ?? { bot: botOf(row), logs: logsOf(id, textOf(row, 'logs')) };
      });
      cache.set(key, { versionOf, bots: watched });
      return watched;
    },
    async listReservations(accountId) {
      return (await reservationsOf(accountId)).map(readReservation);
    },
  };
}

interface WatchRequest {
  readonly userId: string;
  readonly logLimit: number;
}

/** Returns the part of a query that selects the newest log lines of bot `b`. */
function newestLogs(sql: Sql, limit: PendingQuery<SqlRow[]>): PendingQuery<SqlRow[]> {
  return sql`from bot_logs where bot_id = b.id order by at desc, id desc limit ${limit}`;
}

async function readVersions(sql: Sql, requests: readonly WatchRequest[]): Promise<readonly Row[]> {
  const userIds = requests.map(({ userId }) => userId);
  const logLimits = requests.map(({ logLimit }) => logLimit);
  return sql`
    select asked.place, b.id, concat_ws(' ', b.xmin, v.xmin, array(select id ${newestLogs(sql, sql`asked.log_limit`)})) as version
    from unnest(${userIds}::text[], ${logLimits}::int[]) with ordinality asked(user_id, log_limit, place)
    join bots b on b.user_id = asked.user_id and b.ended_at is null left join bot_views v on v.bot_id = b.id`;
}

async function readReservations(sql: Sql, accountIds: readonly string[]): Promise<readonly Row[]> {
  return sql`
    select asked.place, ${names(sql, reservationColumns, { table: 'b' })}
    from unnest(${[...accountIds]}::text[]) with ordinality asked(account_id, place)
    join bots b on b.account_id = asked.account_id and b.ended_at is null order by b.bot_number`;
}

interface CachedBots {
  /** The version of each bot by its id. */
  readonly versionOf: ReadonlyMap<string, string>;
  readonly bots: readonly WatchedBot[];
}
