// Reads of the rows that belong to one bot: its view, log lines, fills, bills and intents.
import type { BillReport, BotLogRow, BotView, IntentRow } from '@rondo/engine/ports';
import type { Sql } from 'postgres';
import { integerOf, oneRow } from '../database/row.ts';
import { billOf, fillOf, intentOf, logOf, viewOf, type BotFillRow } from '../journal/journal-rows.ts';
import { maxPageRows, maxRows } from '../limits.ts';

/** The reads of the rows of one bot. When `limit` is above the size of the largest page, the largest page is returned. */
export interface BotReads {
  view(botId: string): Promise<BotView | null>;
  /** Returns the log lines. The newest line is first. */
  logs(botId: string, limit: number): Promise<readonly BotLogRow[]>;
  /** Returns the fills. The oldest fill is first. */
  fills(botId: string): Promise<readonly BotFillRow[]>;
  /** Returns the bills. The oldest bill is first. */
  bills(botId: string): Promise<readonly BillReport[]>;
  /** Returns the intents. The newest intent is first. */
  intents(botId: string, limit: number, offset?: number): Promise<readonly IntentRow[]>;
  countIntents(botId: string): Promise<number>;
}

/** Returns the reads of the rows of one bot. */
export function createBotReads(sql: Sql): BotReads {
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
    async fills(botId) {
      return (await sql`select * from fills where bot_id = ${botId} order by at, sequence`).map(fillOf);
    },
    async bills(botId) {
      return (await sql`select * from bills where bot_id = ${botId} order by at, sequence`).map(billOf);
    },
    async intents(botId, limit, offset = 0) {
      return (
        await sql`select * from intents where bot_id = ${botId} order by sequence desc limit ${Math.min(limit, maxPageRows)} offset ${offset}`
      ).map(intentOf);
    },
    async countIntents(botId) {
      return integerOf(oneRow(await sql`select count(*)::int as total from intents where bot_id = ${botId}`), 'total');
    },
  };
}
