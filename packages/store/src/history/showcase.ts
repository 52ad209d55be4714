// The public part of the history. A bot is shown only with the consent of its owner. The results always include the losses.
import type { PendingQuery, Row as DriverRow, Sql } from 'postgres';
import { historyOf, type HistoryRow } from './history-row.ts';
import type { HoneyIds } from '../links/honey-account.ts';
import { maxRows } from '../limits.ts';
import { integerOf, oneRow, textOf, textsOf } from '../database/row.ts';

/** The results of all people with a gain or loss in a span: the number of people, the number of people with a loss, and the median result in USDT. */
export interface Standing {
  readonly accounts: number;
  readonly lost: number;
  readonly medianProfit: string;
  /** The result of each person. The lowest result is first. When there are more than `bars` people, only every n-th result is included. */
  readonly results: readonly string[];
}

/** A bot whose owner has consented to its publication. `firstFillAt` is the time of its first fill in epoch ms. */
export interface ShownBot extends HistoryRow {
  readonly userName: string;
  readonly firstFillAt: number;
}

/** The public part of the history. */
export interface Showcase {
  standing(span: { readonly sinceAt: number; readonly untilAt: number; readonly bars: number }): Promise<Standing>;
  /**
   * Returns finished bots of people who have consented. At least `atLeastMs` passed between the first fill of each bot and its end, so a bot that only waited is
   * not included. A bot whose position was kept is not included either, because its profit is only the realised part. The bot with the most rounds is first.
   */
  shown(limit: number, atLeastMs: number): Promise<readonly ShownBot[]>;
  /** Returns whether the person has consented. */
  testimonialConsent(userId: string): Promise<boolean>;
  setTestimonialConsent(userId: string, consents: boolean, now: number): Promise<void>;
  /** Returns the number of approved members. This is the number of occupied places of the plan. */
  approvedMembers(): Promise<number>;
}

/** Returns the public part of the history. `finished` is the table of finished bots with the alias `h`. */
export function createShowcase(sql: Sql, finished: PendingQuery<DriverRow[]>, honey: HoneyIds): Showcase {
  return {
    async standing({ sinceAt, untilAt, bars }) {
      const row = oneRow(
        await sql`
        with gains as (
          select b.user_id, l.balance_change as gain from bills l join bots b on b.id = l.bot_id where l.at >= ${sinceAt} and l.at < ${untilAt} and l.kind <> 'transfer'
          union all
          select user_id, net_pnl from simulated_history where ended_at >= ${sinceAt} and ended_at < ${untilAt}),
        sums as (select user_id, sum(gain) as net from gains group by user_id),
        ranked as (select net, row_number() over (order by net) as rank, count(*) over () as total from sums)
        select (select count(*)::int from sums) as accounts, (select count(*)::int from sums where net < 0) as lost,
          coalesce((select avg(net) from ranked where rank in ((total + 1) / 2, (total + 2) / 2)), 0)::numeric(40, 8)::text as median,
          array(select net::numeric(40, 2)::text from ranked where (rank - 1) % greatest(1, (total + ${bars} - 1) / ${bars}) = 0 order by rank) as results`,
      );
      return {
        accounts: integerOf(row, 'accounts'),
        lost: integerOf(row, 'lost'),
        medianProfit: textOf(row, 'median'),
        results: textsOf(row, 'results'),
      };
    },
    async shown(limit, atLeastMs) {
      const rows = await sql`
        select h.*, u.name as user_name, t.first_fill_at from ${finished} join testimonial_consents c on c.user_id = h.user_id join users u on u.id = h.user_id
          cross join lateral (select min(f.at) as first_fill_at from fills f where f.bot_id = h.bot_id) t
        where not h.is_computed and u.deleted_at is null and h.end_reason <> 'stopped_left_open' and h.ended_at - t.first_fill_at >= ${atLeastMs} order by h.rounds desc, h.ended_at desc, h.bot_id limit ${Math.min(limit, maxRows)}`;
      return rows.map((row) => ({
        ...historyOf(row),
        userName: textOf(row, 'user_name'),
        firstFillAt: integerOf(row, 'first_fill_at'),
      }));
    },
    async testimonialConsent(userId) {
      return (await sql`select 1 from testimonial_consents where user_id = ${userId}`).length > 0;
    },
    async setTestimonialConsent(userId, consents, now) {
      if (consents)
        await sql`insert into testimonial_consents (user_id, given_at) values (${userId}, ${now}) on conflict (user_id) do nothing`;
      else await sql`delete from testimonial_consents where user_id = ${userId}`;
    },
    async approvedMembers() {
      const row = oneRow(
        await sql`select count(*)::int as members from users where has_granted and role = 'member' and deleted_at is null and id <> ${honey.userId}`,
      );
      return integerOf(row, 'members');
    },
  };
}
