// The totals of the bots that ended in a range.
import type { PendingQuery, Row as DriverRow, Sql } from 'postgres';
import { integerOf, oneRow, textOf } from '../database/row.ts';
import type { HistoryRange } from './history-range.ts';

/**
 * The totals of a range. A bot whose position was kept is in `kept` only, and is not the `worst` one, because its result is the realised part of an open position.
 * `worst` is the bot with the lowest result, or null without such a bot.
 */
export interface HistoryTotals {
  readonly count: number;
  readonly netPnl: string;
  readonly won: number;
  readonly lost: number;
  readonly kept: number;
  readonly rounds: number;
  readonly cycles: number;
  readonly worst: { readonly name: string; readonly netPnl: string } | null;
}

/** Reads the totals of a range. `finished` is the table of finished bots with the alias `h`. */
export async function readTotals(
  sql: Sql,
  finished: PendingQuery<DriverRow[]>,
  { userId, fromAt, toAt }: HistoryRange,
): Promise<HistoryTotals> {
  const totals = oneRow(
    await sql`
    select count(*)::int as count, coalesce(sum(h.net_pnl), 0)::text as net_pnl,
      count(*) filter (where h.net_pnl > 0 and h.end_reason <> 'stopped_left_open')::int as won,
      count(*) filter (where h.net_pnl < 0 and h.end_reason <> 'stopped_left_open')::int as lost,
      count(*) filter (where h.end_reason = 'stopped_left_open')::int as kept,
      coalesce(sum(h.rounds), 0)::int as rounds, coalesce(sum(h.cycles), 0)::int as cycles
    from ${finished} where h.user_id = ${userId} and h.ended_at >= ${fromAt} and h.ended_at < ${toAt}`,
  );
  const [worst] = await sql`
    select h.name, h.net_pnl::text as net_pnl
    from ${finished} where h.user_id = ${userId} and h.ended_at >= ${fromAt} and h.ended_at < ${toAt} and h.end_reason <> 'stopped_left_open'
    order by h.net_pnl, h.ended_at desc, h.bot_id limit 1`;
  return {
    count: integerOf(totals, 'count'),
    netPnl: textOf(totals, 'net_pnl'),
    won: integerOf(totals, 'won'),
    lost: integerOf(totals, 'lost'),
    kept: integerOf(totals, 'kept'),
    rounds: integerOf(totals, 'rounds'),
    cycles: integerOf(totals, 'cycles'),
    worst: worst === undefined ? null : { name: textOf(worst, 'name'), netPnl: textOf(worst, 'net_pnl') },
  };
}
