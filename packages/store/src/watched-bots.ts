// The reads that screens repeat: a person's active bots with their newest log lines, and what an account holds back.
import type { BotLogRow } from '@rondo/engine/ports';
import type { Sql } from 'postgres';
import { botOf, selectBots } from './bot-row.ts';
import { logsOf } from './journal-rows.ts';
import { logsKept, maxRows } from './limits.ts';
import type { Bots } from './records.ts';
import { textOf } from './row.ts';

/** Part of the bots of a database. */
export function createWatchedBots(sql: Sql): Pick<Bots, 'listWatched' | 'listReservations'> {
  const bots = selectBots(sql);
  const logsLately = createLogsLately();
  return {
    async listWatched(userId, logLimit) {
      const rows = await sql`
        select w.*, (
          select coalesce(json_agg(json_build_array(l.type, l.message_key, l.parameters, l.at) order by l.at desc, l.id desc), '[]')::text
          from (select * from bot_logs where bot_id = w.id order by at desc, id desc limit ${Math.min(logLimit, maxRows)}) l
        ) as logs
        from (${bots} where b.user_id = ${userId} and b.ended_at is null) w order by w.created_at, w.bot_number`;
      return rows.map((row) => ({ bot: botOf(row), logs: logsLately(textOf(row, 'id'), textOf(row, 'logs')) }));
    },
    async listReservations(accountId) {
      const rows = await sql`
        select id, name, instrument_id, reserved_margin from bots where account_id = ${accountId} and ended_at is null order by bot_number`;
      return rows.map((row) => ({
        id: textOf(row, 'id'),
        name: textOf(row, 'name'),
        instrumentId: textOf(row, 'instrument_id'),
        reservedMargin: textOf(row, 'reserved_margin'),
      }));
    },
  };
}

/** Logs by their text: it changes only when a line is added, and screens ask every few seconds. */
function createLogsLately(): (botId: string, text: string) => readonly BotLogRow[] {
  const lately = new Map<string, readonly BotLogRow[]>();
  return (botId, text) => {
    const key = `${botId}${text}`;
    const logs = lately.get(key) ?? logsOf(botId, text);
    // Moved to the end: the first one is the one that nobody asked for the longest.
    lately.delete(key);
    lately.set(key, logs);
    const oldest = lately.keys().next();
    if (lately.size > logsKept && oldest.done === false) lately.delete(oldest.value);
    return logs;
  };
}
