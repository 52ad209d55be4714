// Finished bots, the demo world's past, and the leaderboard over both.
import type { Sql } from 'postgres';
import { historyOf } from './history-row.ts';
import { maxRows } from '../limits.ts';
import { createShowcase } from './showcase.ts';
import type { History, LeaderboardRow, SimulatedHistoryRow } from './history-records.ts';
import { integerOf, oneRow, textOf, type Row } from '../database/row.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** The history of a database. Net profit is after fees and funding (decision 8). */
export function createHistory(sql: Sql): History {
  // Both kinds of finished bots in one shape. A round that was stopped half-way is none of its completed rounds.
  const finished = sql`(
    select b.id as bot_id, b.user_id, b.instrument_id, b.name, b.direction, b.config, b.plan_summary, v.realised_pnl as net_pnl,
      coalesce((v.state::jsonb -> 'state' ->> 'roundsCompleted')::int, v.round) as rounds, v.cycles,
      coalesce(v.end_reason, '') as end_reason, b.created_at as started_at, b.ended_at, false as is_simulated,
      (select coalesce(max(f.slot_step), 0) from fills f where f.bot_id = b.id and f.slot_kind = 'entry') as deepest_step
    from bots b join bot_views v on v.bot_id = b.id where b.ended_at is not null
    union all
    select bot_id, user_id, instrument_id, name, direction, config, plan_summary, net_pnl, rounds, cycles, end_reason, started_at, ended_at, true,
      (select coalesce(max((f ->> 'step')::int), 0) from jsonb_array_elements(fills::jsonb) f where f ->> 'kind' = 'entry')
    from simulated_history) h`;
  return {
    async list({ userId, fromAt, toAt, limit, offset }) {
      const rows = await sql`
        select * from ${finished} where h.user_id = ${userId} and h.ended_at >= ${fromAt} and h.ended_at < ${toAt}
        order by h.ended_at desc, h.bot_id limit ${Math.min(limit, maxRows)} offset ${offset}`;
      const totals = oneRow(
        await sql`
        select count(*)::int as count, coalesce(sum(h.net_pnl), 0)::text as net_pnl, count(*) filter (where h.net_pnl > 0)::int as wins, count(*) filter (where h.net_pnl < 0)::int as losses
        from ${finished} where h.user_id = ${userId} and h.ended_at >= ${fromAt} and h.ended_at < ${toAt}`,
      );
      return {
        rows: rows.map(historyOf),
        totals: {
          count: integerOf(totals, 'count'),
          netPnl: textOf(totals, 'net_pnl'),
          wins: integerOf(totals, 'wins'),
          losses: integerOf(totals, 'losses'),
        },
      };
    },
    async find(userId, botId) {
      const rows = await sql`select * from ${finished} where h.user_id = ${userId} and h.bot_id = ${botId}`;
      return rows.length === 0 ? null : historyOf(oneRow(rows));
    },
    async insertSimulated(rows) {
      if (rows.length === 0) return { inserted: 0 };
      const answer = await sql`
        insert into simulated_history (bot_id, user_id, instrument_id, name, direction, config, plan_summary, net_pnl, rounds, cycles, end_reason, started_at, ended_at, fills)
        select r.* from jsonb_to_recordset(${JSON.stringify(rows.map(simulatedInsert))}::text::jsonb) as r (
          bot_id text, user_id text, instrument_id text, name text, direction text, config text, plan_summary text, net_pnl numeric, rounds int, cycles int,
          end_reason text, started_at bigint, ended_at bigint, fills text)
        on conflict (bot_id) do nothing`;
      return { inserted: answer.count };
    },
    async simulatedFills(botId) {
      const rows = await sql`select fills from simulated_history where bot_id = ${botId}`;
      return rows.length === 0 ? null : textOf(oneRow(rows), 'fills');
    },
    leaderboard: (query) => leaderboard(sql, query),
    ...createShowcase(sql, finished),
  };
}

/** Real bots count by their bills in the span, simulated ones by their end in it. */
async function leaderboard(
  sql: Sql,
  { sinceAt, untilAt, limit }: Parameters<History['leaderboard']>[0],
): Promise<readonly LeaderboardRow[]> {
  const rows = await sql`
    with gains as (
      select b.user_id, l.balance_change as gain from bills l join bots b on b.id = l.bot_id where l.at >= ${sinceAt} and l.at < ${untilAt} and l.kind <> 'transfer'
      union all
      select user_id, net_pnl from simulated_history where ended_at >= ${sinceAt} and ended_at < ${untilAt}),
    spans as (
      select user_id, instrument_id, created_at as started_at, coalesce(ended_at, ${untilAt}::bigint - 1) as ended_at from bots
      union all
      select user_id, instrument_id, started_at, ended_at from simulated_history),
    days as (
      select s.user_id, count(distinct d)::int as active_days from spans s,
        generate_series(greatest(s.started_at, ${sinceAt}::bigint) / ${dayMs}::bigint, least(s.ended_at, ${untilAt}::bigint - 1) / ${dayMs}::bigint) d group by s.user_id)
    select u.id, u.email, u.name, sum(g.gain)::text as net_profit, coalesce((select active_days from days where days.user_id = u.id), 0) as active_days,
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
  throw new Error('active_bots of the leaderboard has an entry of another form');
}

function listOf(row: Row, column: string): readonly unknown[] {
  const value: unknown = JSON.parse(textOf(row, column));
  if (!Array.isArray(value)) throw new Error(`column ${column} should be a JSON list`);
  return value;
}

function simulatedInsert(row: SimulatedHistoryRow): Record<string, string | number> {
  return {
    bot_id: row.botId,
    user_id: row.userId,
    instrument_id: row.instrumentId,
    name: row.name,
    direction: row.direction,
    config: row.config,
    plan_summary: row.planSummary,
    net_pnl: row.netPnl,
    rounds: row.rounds,
    cycles: row.cycles,
    end_reason: row.endReason,
    started_at: row.startedAt,
    ended_at: row.endedAt,
    fills: row.fills,
  };
}
