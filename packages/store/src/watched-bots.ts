// The reads that screens repeat: a person's active bots with their newest log lines, and what an account holds back.
import type { Sql } from 'postgres';
import { botOf, selectBots } from './bot-row.ts';
import { logsOf } from './journal-rows.ts';
import { maxRows, watchedKept } from './limits.ts';
import type { Bots, WatchedBot } from './records.ts';
import { textOf } from './row.ts';

/** Part of the bots of a database. */
export function createWatchedBots(sql: Sql): Pick<Bots, 'listWatched' | 'listReservations'> {
  const bots = selectBots(sql);
  const lately = createLately();
  return {
    async listWatched(userId, logLimit) {
      const newest = sql`from bot_logs where bot_id = b.id order by at desc, id desc limit ${Math.min(logLimit, maxRows)}`;
      const versions = await sql`
        select b.id, concat_ws(' ', b.xmin, v.xmin, array(select id ${newest})) as version
        from bots b left join bot_views v on v.bot_id = b.id where b.user_id = ${userId} and b.ended_at is null`;
      const version = versions.map((row) => `${textOf(row, 'id')} ${textOf(row, 'version')}`).join('\n');
      // What is read is at least as new as its version: at worst it is read once more.
      return lately(`${userId} ${logLimit}`, version, async () => {
        const rows = await sql`
          select b.*, (
            select coalesce(json_agg(json_build_array(l.type, l.message_key, l.parameters, l.at) order by l.at desc, l.id desc), '[]')::text
            from (select * ${newest}) l
          ) as logs
          from (${bots} where b.user_id = ${userId} and b.ended_at is null) b order by b.created_at, b.bot_number`;
        return rows.map((row) => ({ bot: botOf(row), logs: logsOf(textOf(row, 'id'), textOf(row, 'logs')) }));
      });
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
