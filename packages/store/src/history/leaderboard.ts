// The leaderboard of all people. It includes finished and running bots.
import type { Sql } from 'postgres';
import { maxRows } from '../limits.ts';
import { booleanOf, integerOf, textOf, type Row } from '../database/row.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * One person. `email` is not masked, because the caller masks it. Profit is in USDT. `activeDays` counts the UTC days with a running bot. `isSimulated` is true when a
 * part of the profit is not real money.
 */
export interface LeaderboardRow {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly netProfit: string;
  readonly activeDays: number;
  readonly isSimulated: boolean;
  readonly activeBots: readonly { readonly instrumentId: string; readonly round: number }[];
  readonly instrumentIds: readonly string[]; // the instruments of the bots that were created in the span
}

/** The span in epoch ms. Its end is exclusive. */
export interface LeaderboardQuery {
  readonly sinceAt: number;
  readonly untilAt: number;
  readonly limit: number;
}

/**
 * Reads the leaderboard. A real bot contributes its bills in the span, except transfers. A simulated bot contributes its net result if it ended in the span.
 */
export async function readLeaderboard(
  sql: Sql,
  { sinceAt, untilAt, limit }: LeaderboardQuery,
): Promise<readonly LeaderboardRow[]> {
  const rows = await sql`
    with gains as (
      select b.user_id, l.balance_change as gain, a.environment <> 'live' as is_simulated
      from bills l join bots b on b.id = l.bot_id join exchange_accounts a on a.id = b.account_id where l.at >= ${sinceAt} and l.at < ${untilAt} and l.kind <> 'transfer'
      union all
      select user_id, net_pnl, true from simulated_history where ended_at >= ${sinceAt} and ended_at < ${untilAt}),
    spans as (
      select user_id, instrument_id, created_at as started_at, coalesce(ended_at, ${untilAt}::bigint - 1) as ended_at from bots
      union all
      select user_id, instrument_id, started_at, ended_at from simulated_history),
    days as (
      select s.user_id, count(distinct d)::int as active_days from spans s,
        generate_series(greatest(s.started_at, ${sinceAt}::bigint) / ${dayMs}::bigint, least(s.ended_at, ${untilAt}::bigint - 1) / ${dayMs}::bigint) d group by s.user_id)
    select u.id, u.email, u.name, sum(g.gain)::text as net_profit, bool_or(g.is_simulated) as is_simulated, coalesce((select active_days from days where days.user_id = u.id), 0) as active_days,
      (select coalesce(json_agg(json_build_object('instrumentId', b.instrument_id, 'round', coalesce(v.round, 1)) order by b.bot_number), '[]')::text
        from bots b left join bot_views v on v.bot_id = b.id where b.user_id = u.id and b.ended_at is null) as active_bots,
      (select coalesce(json_agg(distinct s.instrument_id order by s.instrument_id), '[]')::text from spans s
        where s.user_id = u.id and s.started_at >= ${sinceAt} and s.started_at < ${untilAt}) as instrument_ids
    from gains g join users u on u.id = g.user_id where u.deleted_at is null
    group by u.id order by sum(g.gain) desc, u.id limit ${Math.min(limit, maxRows)}`;
  return rows.map((row) => ({
    userId: textOf(row, 'id'),
    email: textOf(row, 'email'),
    name: textOf(row, 'name'),
    netProfit: textOf(row, 'net_profit'),
    activeDays: integerOf(row, 'active_days'),
    isSimulated: booleanOf(row, 'is_simulated'),
    activeBots: listOf(row, 'active_bots').map(activeBotOf),
    instrumentIds: listOf(row, 'instrument_ids').map(String),
  }));
}

function activeBotOf(value: unknown): { readonly instrumentId: string; readonly round: number } {
  if (
    typeof value === 'object' &&
    value !== null &&
    'instrumentId' in value &&
    'round' in value &&
    typeof value.instrumentId === 'string' &&
    typeof value.round === 'number'
  ) {
    return { instrumentId: value.instrumentId, round: value.round };
  }
  throw new Error('an entry of active_bots is not an object with instrumentId and round');
}

function listOf(row: Row, column: string): readonly unknown[] {
  const value: unknown = JSON.parse(textOf(row, column));
  if (!Array.isArray(value)) throw new Error(`column ${column} is not a JSON list`);
  return value;
}
