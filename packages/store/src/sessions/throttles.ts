// The counts of calls that protect secrets and money, over all nodes. A count of calls ends after the duration of its budget. A count of attempts ends when no
// attempt was counted for the duration of its rule.
import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import { integerOf, oneRow, type Row } from '../database/row.ts';
import { endedThrottleRows } from '../limits.ts';

/** A count, and the time until it ends. */
export interface ThrottleCount {
  readonly points: number;
  readonly msLeft: number;
}

/**
 * The rule of attempts to guess a secret. After `free` attempts the next attempt must wait 1 s, and each further attempt must wait twice as long as the attempt
 * before, at most `longestMs`. After `most` attempts every attempt is refused. The count ends `keptMs` after the last counted attempt.
 */
export interface AttemptRule {
  readonly free: number;
  readonly most: number;
  readonly longestMs: number;
  readonly keptMs: number;
}

/** The counts. A key is the name of a budget and what the budget counts. Only its digest is stored. */
export interface Throttles {
  /** Adds points to the count, or begins it. Returns the new count. */
  add(key: string, change: { readonly points: number; readonly durationMs: number }): Promise<ThrottleCount>;
  /** Takes one counted call or attempt back. A count without points ends, so the table has no row of it. */
  takeBack(key: string): Promise<void>;
  /** Counts an attempt and returns 0. When the rule refuses the attempt, nothing is counted, and the result is the time in ms until an attempt is allowed. */
  attempt(key: string, rule: AttemptRule): Promise<number>;
}

/** Returns the counts of a database. All times are times of the database clock. */
export function createThrottles(sql: Sql): Throttles {
  const left = sql`greatest(0, ceil(extract(epoch from expires_at - clock_timestamp()) * 1000))::bigint as left_ms`;
  // Each count removes a few ended counts, so the table has no more rows than counts that have not ended.
  const removeEnded = (digest: Buffer) => sql`
    delete from throttles where key in (
      select key from throttles where expires_at <= clock_timestamp() and key <> ${digest} order by expires_at
      limit ${endedThrottleRows} for update skip locked)`;
  return {
    async add(key, { points, durationMs }) {
      const digest = digestOf(key);
      const rows = await sql`
        with ended as (${removeEnded(digest)})
        insert into throttles (key, points, expires_at)
        values (${digest}, ${points}, clock_timestamp() + make_interval(secs => ${durationMs}::float8 / 1000))
        on conflict (key) do update set
          points = excluded.points + case when throttles.expires_at <= clock_timestamp() then 0 else throttles.points end,
          expires_at = case when throttles.expires_at <= clock_timestamp() then excluded.expires_at else throttles.expires_at end
        returning points, ${left}`;
      return countOf(oneRow(rows));
    },
    async takeBack(key) {
      const digest = digestOf(key);
      const rows = await sql`
        update throttles set points = points - 1 where key = ${digest} and expires_at > clock_timestamp() returning points`;
      // A call that was counted between the two statements keeps the row.
      if (rows.length > 0 && integerOf(oneRow(rows), 'points') <= 0)
        await sql`delete from throttles where key = ${digest} and points <= 0`;
    },
    async attempt(key, rule) {
      const digest = digestOf(key);
      const kept = sql`make_interval(secs => ${rule.keptMs}::float8 / 1000)`;
      // The time at which the rule allows the next attempt. The count ends \`keptMs\` after its last attempt, so \`expires_at - kept\` is the time of this attempt.
      const allowedAt = sql`
        case when throttles.points >= ${rule.most}::int4 then throttles.expires_at
          when throttles.points < ${rule.free}::int4 then throttles.expires_at - ${kept}
          else throttles.expires_at - ${kept} + make_interval(secs => least(${rule.longestMs}::float8 / 1000, power(2::float8, throttles.points - ${rule.free}::int4)))
        end`;
      const counted = await sql`
        with ended as (${removeEnded(digest)})
        insert into throttles (key, points, expires_at) values (${digest}, 1, clock_timestamp() + ${kept})
        on conflict (key) do update set
          points = case when throttles.expires_at <= clock_timestamp() then 1 else throttles.points + 1 end,
          expires_at = excluded.expires_at
        where ${allowedAt} <= clock_timestamp()
        returning points`;
      if (counted.length > 0) return 0;
      const rows = await sql`
        select greatest(1, ceil(extract(epoch from ${allowedAt} - clock_timestamp()) * 1000))::bigint as left_ms
        from throttles where key = ${digest}`;
      // Another node may have removed the count after the refusal. The next attempt is then allowed.
      return rows.length === 0 ? 1 : integerOf(oneRow(rows), 'left_ms');
    },
  };
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function countOf(row: Row): ThrottleCount {
  return { points: integerOf(row, 'points'), msLeft: integerOf(row, 'left_ms') };
}
