// The counts of calls that protect secrets and money, over all nodes. A count begins with its first call and ends after the duration of its budget.
import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import { integerOf, oneRow, type Row } from '../database/row.ts';
import { endedThrottleRows } from '../limits.ts';

/** A count, and the time until it ends. */
export interface ThrottleCount {
  readonly points: number;
  readonly msLeft: number;
}

/** The counts. A key is the name of a budget and what the budget counts. Only its digest is stored. */
export interface Throttles {
  /** Adds points to the count, or begins it. Returns the new count. */
  add(key: string, change: { readonly points: number; readonly durationMs: number }): Promise<ThrottleCount>;
  /** Returns the count, or null when nothing is counted. */
  read(key: string): Promise<ThrottleCount | null>;
}

/** Returns the counts of a database. All times are times of the database clock. */
export function createThrottles(sql: Sql): Throttles {
  const left = sql`greatest(0, ceil(extract(epoch from expires_at - clock_timestamp()) * 1000))::bigint as left_ms`;
  return {
    async add(key, { points, durationMs }) {
      const digest = digestOf(key);
      // Each count removes a few ended counts, so the table has no more rows than counts that run.
      const rows = await sql`
        with ended as (delete from throttles where key in (
          select key from throttles where expires_at <= clock_timestamp() and key <> ${digest} order by expires_at
          limit ${endedThrottleRows} for update skip locked))
        insert into throttles (key, points, expires_at)
        values (${digest}, ${points}, clock_timestamp() + make_interval(secs => ${durationMs}::float8 / 1000))
        on conflict (key) do update set
          points = excluded.points + case when throttles.expires_at <= clock_timestamp() then 0 else throttles.points end,
          expires_at = case when throttles.expires_at <= clock_timestamp() then excluded.expires_at else throttles.expires_at end
        returning points, ${left}`;
      return countOf(oneRow(rows));
    },
    async read(key) {
      const rows = await sql`
        select points, ${left} from throttles where key = ${digestOf(key)} and expires_at > clock_timestamp()`;
      return rows.length === 0 ? null : countOf(oneRow(rows));
    },
  };
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function countOf(row: Row): ThrottleCount {
  return { points: integerOf(row, 'points'), msLeft: integerOf(row, 'left_ms') };
}
