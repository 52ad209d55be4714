// The rounds of a bot that have ended, from the lines of its log and its fills.
import type { Sql } from 'postgres';
import { integerOf, integerOrNull, textOf } from '../database/row.ts';
import { maxPageRows } from '../limits.ts';

/** One round that has ended. Times are epoch ms. `netPnl` is in USDT, after fees and funding. `deepestStep` is 0 when no entry filled. */
export interface BotRound {
  readonly round: number;
  readonly openedAt: number | null;
  readonly endedAt: number;
  readonly netPnl: string;
  readonly endReason: string;
  readonly cycles: number;
  readonly deepestStep: number;
}

/** A page of rounds, the newest first. `total` is the number of rounds on all pages; it is 0 on a page without rounds. */
export interface BotRounds {
  readonly rounds: readonly BotRound[];
  readonly total: number;
}

/** Reads a page of the rounds. The line of a liquidation has the result of the whole bot, so the results of the rounds before it are subtracted. */
export async function readRounds(
  sql: Sql,
  botId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<BotRounds> {
  const rows = await sql`
    with lines as (
      select (parameters::jsonb ->> 'round')::int as round, split_part(message_key, '.', 3) as kind, at,
        (parameters::jsonb ->> 'netPnl')::numeric as net, parameters::jsonb ->> 'reason' as reason
      from bot_logs where bot_id = ${botId}
        and message_key in ('bots.log.roundOpened', 'bots.log.cycleCompleted', 'bots.log.roundCompleted', 'bots.log.liquidated')),
    rounds as (
      select round, min(at) filter (where kind = 'roundOpened') as opened_at, max(at) filter (where kind in ('roundCompleted', 'liquidated')) as ended_at,
        sum(net) filter (where kind = 'roundCompleted') as net, sum(net) filter (where kind = 'liquidated') as bot_net,
        max(reason) filter (where kind = 'roundCompleted') as reason, (count(*) filter (where kind = 'cycleCompleted'))::int as cycles
      from lines group by round),
    depths as (
      select slot_round as round, max(slot_step) as deepest_step from fills where bot_id = ${botId} and slot_kind = 'entry' group by slot_round)
    select r.round, r.opened_at, r.ended_at, r.cycles, coalesce(r.reason, 'liquidated') as end_reason, coalesce(d.deepest_step, 0) as deepest_step,
      coalesce(r.net, r.bot_net - coalesce(sum(r.net) over (), 0))::text as net_pnl, (count(*) over ())::int as total
    from rounds r left join depths d on d.round = r.round
    where r.ended_at is not null order by r.round desc limit ${Math.min(limit, maxPageRows)} offset ${offset}`;
  return {
    rounds: rows.map((row) => ({
      round: integerOf(row, 'round'),
      openedAt: integerOrNull(row, 'opened_at'),
      endedAt: integerOf(row, 'ended_at'),
      netPnl: textOf(row, 'net_pnl'),
      endReason: textOf(row, 'end_reason'),
      cycles: integerOf(row, 'cycles'),
      deepestStep: integerOf(row, 'deepest_step'),
    })),
    total: rows[0] === undefined ? 0 : integerOf(rows[0], 'total'),
  };
}
