// The history: finished real bots and finished bots of the demo world.
import type { Sql } from 'postgres';
import type { HistoryRange } from './history-range.ts';
import { historyOf, type HistoryRow } from './history-row.ts';
import { maxRows } from '../limits.ts';
import { readLeaderboard, type LeaderboardQuery, type LeaderboardRow } from './leaderboard.ts';
import { readPortfolio, type PortfolioResults } from './portfolio.ts';
import type { HoneyIds } from '../links/honey-account.ts';
import { createShowcase, type Showcase } from './showcase.ts';
import { readTotals, type HistoryTotals } from './totals.ts';
import { oneRow, textOf } from '../database/row.ts';
import { simulatedHistory } from '../tables/bots.ts';
import { allColumns, valuesOf, type RecordOf } from '../tables/derive.ts';
import { names, recordset } from '../tables/statements.ts';

const simulatedColumns = allColumns(simulatedHistory);

/** A finished bot of the demo world. `fills` is the JSON of the fills from which the strategy calculated the row. */
export type SimulatedHistoryRow = RecordOf<typeof simulatedColumns>;

/** The history of finished bots, and its public part. */
export interface History extends Showcase {
  /** Returns a page of the bots that ended in the range. The newest bot is first. */
  list(query: HistoryRange & { readonly limit: number; readonly offset: number }): Promise<readonly HistoryRow[]>;
  /** Returns the totals of all bots that ended in the range. */
  totals(range: HistoryRange): Promise<HistoryTotals>;
  find(userId: string, botId: string): Promise<HistoryRow | null>;
  /** Stores rows. A row whose bot id is already stored is skipped. All rows must be results of the strategy on candles. */
  insertSimulated(rows: readonly SimulatedHistoryRow[]): Promise<{ readonly inserted: number }>;
  simulatedFills(botId: string): Promise<string | null>;
  /** Returns the results of all bots of a person together, by days. */
  portfolio(range: HistoryRange): Promise<PortfolioResults>;
  /** Returns people by net profit. The highest net profit is first. People without profit or loss in the span are not included. */
  leaderboard(query: LeaderboardQuery): Promise<readonly LeaderboardRow[]>;
}

/** Returns the history of a database. Net profit is after fees and funding (decision 8). */
export function createHistory(sql: Sql, honey: HoneyIds): History {
  // The query combines the finished real bots and the finished bots of the demo world. A round that was stopped before its end does not count as completed.
  // The number of completed rounds is found in the text of the state, because one state that is not JSON would make the whole query fail.
  const finished = sql`(
    select b.id as bot_id, b.user_id, b.account_id::text as account_id, b.instrument_id, b.name, b.direction, b.config, b.plan_summary, v.realised_pnl as net_pnl,
      coalesce(substring(v.state from '"roundsCompleted":\\s*(\\d{1,9})')::int, v.round) as rounds, v.cycles,
      coalesce(v.end_reason, '') as end_reason, b.created_at as started_at, b.ended_at, (select environment <> 'live' from exchange_accounts where id = b.account_id) as is_simulated, false as is_computed,
      (select coalesce(max(f.slot_step), 0) from fills f where f.bot_id = b.id and f.slot_kind = 'entry') as deepest_step
    from bots b join bot_views v on v.bot_id = b.id where b.ended_at is not null
    union all
    select bot_id, user_id, null, instrument_id, name, direction, config, plan_summary, net_pnl, rounds, cycles, end_reason, started_at, ended_at, true, true,
      (select coalesce(max((f ->> 'step')::int), 0) from jsonb_array_elements(fills::jsonb) f where f ->> 'kind' = 'entry')
    from simulated_history) h`;
  return {
    async list({ userId, fromAt, toAt, limit, offset }) {
      const rows = await sql`
        select * from ${finished} where h.user_id = ${userId} and h.ended_at >= ${fromAt} and h.ended_at < ${toAt}
        order by h.ended_at desc, h.bot_id limit ${Math.min(limit, maxRows)} offset ${offset}`;
      return rows.map(historyOf);
    },
    totals: (range) => readTotals(sql, finished, range),
    async find(userId, botId) {
      const rows = await sql`select * from ${finished} where h.user_id = ${userId} and h.bot_id = ${botId}`;
      return rows.length === 0 ? null : historyOf(oneRow(rows));
    },
    async insertSimulated(rows) {
      if (rows.length === 0) return { inserted: 0 };
      const values = rows.map((row) => valuesOf(simulatedColumns, row));
      const { count } = await sql`
        insert into simulated_history (${names(sql, simulatedColumns)})
        select r.* from ${recordset(sql, simulatedColumns, values)}
        on conflict (bot_id) do nothing`;
      return { inserted: count };
    },
    async simulatedFills(botId) {
      const rows = await sql`select fills from simulated_history where bot_id = ${botId}`;
      return rows.length === 0 ? null : textOf(oneRow(rows), 'fills');
    },
    portfolio: (range) => readPortfolio(sql, range),
    leaderboard: (query) => readLeaderboard(sql, query),
    ...createShowcase(sql, finished, honey),
  };
}
