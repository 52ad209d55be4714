// The portfolio of a person: the results of all bots together, finished and running, by UTC days.
import type { Sql } from 'postgres';
import { integerOf, textOf } from '../database/row.ts';
import type { HistoryRange } from './history-range.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** The results of a range. Money is in USDT, after fees and funding. */
export interface PortfolioResults {
  /** The days with a result, oldest first. `dayAt` is the start of the day in epoch ms. */
  readonly days: readonly { readonly dayAt: number; readonly realised: string }[];
  /** The running bots. `booked` is the sum of all bills of a bot, also of those before the range. */
  readonly running: readonly { readonly botId: string; readonly booked: string }[];
}

/**
 * Reads the portfolio. A real bot contributes its bills, except transfers, each on its day. The bills of the bots of one person are found by the index of bills. A
 * bot of the demo world contributes its net result on the day of its end.
 */
export async function readPortfolio(sql: Sql, { userId, fromAt, toAt }: HistoryRange): Promise<PortfolioResults> {
  const days = await sql`
    select at / ${dayMs}::bigint * ${dayMs}::bigint as day_at, sum(gain)::text as realised from (
      select l.at, l.balance_change as gain from bots b join bills l on l.bot_id = b.id
      where b.user_id = ${userId} and l.at >= ${fromAt} and l.at < ${toAt} and l.kind <> 'transfer'
      union all
      select ended_at, net_pnl from simulated_history where user_id = ${userId} and ended_at >= ${fromAt} and ended_at < ${toAt}
    ) gains group by 1 order by 1`;
  const running = await sql`
    select b.id, coalesce(sum(l.balance_change), 0)::text as booked
    from bots b left join bills l on l.bot_id = b.id and l.kind <> 'transfer'
    where b.user_id = ${userId} and b.ended_at is null group by b.id order by b.id`;
  return {
    days: days.map((row) => ({ dayAt: integerOf(row, 'day_at'), realised: textOf(row, 'realised') })),
    running: running.map((row) => ({ botId: textOf(row, 'id'), booked: textOf(row, 'booked') })),
  };
}
