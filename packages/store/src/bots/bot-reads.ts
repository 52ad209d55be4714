// Reads of the rows that belong to one bot: its view, log lines, fills, bills and intents.
import type { BillReport, BotLogRow, BotView, IntentRow } from '@rondo/engine/ports';
import type { Sql } from 'postgres';
import { integerOf, oneRow, textOf } from '../database/row.ts';
import { billOf, fillOf, intentOf, logOf, viewOf, type BotFillRow } from '../journal/journal-rows.ts';
import { readRounds, type BotRounds } from './bot-rounds.ts';
import { endedShownMs, maxPageRows, maxRows } from '../limits.ts';

/** The reads of the rows of one bot. When `limit` is above the size of the largest page, the largest page is returned. */
export interface BotReads {
  view(botId: string): Promise<BotView | null>;
  /** Returns the log lines. The newest line is first. */
  logs(botId: string, limit: number): Promise<readonly BotLogRow[]>;
  /** Returns the log lines with one of these keys, at most `limit`, the newest first. */
  logsOf(botId: string, keys: readonly string[], limit: number): Promise<readonly BotLogRow[]>;
  /** Returns true when the journal of the bot has the event with this key. */
  hasEvent(botId: string, key: string): Promise<boolean>;
  /** Returns the fills. The oldest fill is first. */
  fills(botId: string): Promise<readonly BotFillRow[]>;
  /** Returns the newest fills. The oldest of these fills is first. */
  newestFills(botId: string, limit: number): Promise<readonly BotFillRow[]>;
  /** Returns the fills of one round that are among the newest `limit` fills of the bot. The oldest of these fills is first. */
  roundFills(botId: string, round: number, limit: number): Promise<readonly BotFillRow[]>;
  /** Returns the bills. The oldest bill is first. */
  bills(botId: string): Promise<readonly BillReport[]>;
  /** Returns the intents. The newest intent is first. */
  intents(botId: string, limit: number, offset?: number): Promise<readonly IntentRow[]>;
  countIntents(botId: string): Promise<number>;
  /** Returns a page of the rounds that have ended, the newest first. */
  rounds(botId: string, page: { readonly limit: number; readonly offset: number }): Promise<BotRounds>;
  /** Returns a version of each bot of the accounts that runs or has ended within the last minute. The version changes with the bot, its view and its log. */
  listVersions(accountIds: readonly string[]): Promise<readonly BotVersion[]>;
}

/** The version of a bot. */
export interface BotVersion {
  readonly botId: string;
  readonly accountId: string;
  readonly version: string;
}

/** Returns the reads of the rows of one bot. */
export function createBotReads(sql: Sql): BotReads {
  const newest = (botId: string, limit: number) => sql`
    select * from (
      select * from fills where bot_id = ${botId} order by at desc, sequence desc limit ${Math.min(limit, maxPageRows)}
    ) newest order by at, sequence`;
  return {
    async view(botId) {
      const rows = await sql`select * from bot_views where bot_id = ${botId}`;
      return rows.length === 0 ? null : viewOf(oneRow(rows));
    },
    async logs(botId, limit) {
      return (
        await sql`select * from bot_logs where bot_id = ${botId} order by at desc, id desc limit ${Math.min(limit, maxRows)}`
      ).map(logOf);
    },
    async logsOf(botId, keys, limit) {
      return (
        await sql`
          select * from bot_logs where bot_id = ${botId} and message_key = any(${[...keys]})
          order by at desc, id desc limit ${Math.min(limit, maxRows)}`
      ).map(logOf);
    },
    async hasEvent(botId, key) {
      return (await sql`select 1 from bot_events where bot_id = ${botId} and key = ${key}`).length > 0;
    },
    async fills(botId) {
      return (await sql`select * from fills where bot_id = ${botId} order by at, sequence`).map(fillOf);
    },
    async newestFills(botId, limit) {
      return (await newest(botId, limit)).map(fillOf);
    },
    async roundFills(botId, round, limit) {
      return (
        await sql`select * from (${newest(botId, limit)}) fills where slot_round = ${round} order by at, sequence`
      ).map(fillOf);
    },
    async bills(botId) {
      return (await sql`select * from bills where bot_id = ${botId} order by at, sequence`).map(billOf);
    },
    async intents(botId, limit, offset = 0) {
      return (
        await sql`select * from intents where bot_id = ${botId} order by sequence desc limit ${Math.min(limit, maxPageRows)} offset ${offset}`
      ).map(intentOf);
    },
    async listVersions(accountIds) {
      const rows = await sql`
        select b.id, b.account_id, concat_ws(' ', b.xmin, v.xmin, (select id from bot_logs where bot_id = b.id order by at desc, id desc limit 1)) as version
        from bots b left join bot_views v on v.bot_id = b.id
        where b.account_id = any(${[...accountIds]}) and (b.ended_at is null or b.ended_at > extract(epoch from clock_timestamp()) * 1000 - ${endedShownMs})`;
      return rows.map((row) => ({
        botId: textOf(row, 'id'),
        accountId: textOf(row, 'account_id'),
        version: textOf(row, 'version'),
      }));
    },
    rounds: (botId, page) => readRounds(sql, botId, page),
    async countIntents(botId) {
      return integerOf(oneRow(await sql`select count(*)::int as total from intents where bot_id = ${botId}`), 'total');
    },
  };
}
