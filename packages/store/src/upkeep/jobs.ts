// Scheduled jobs. The database chooses the node that runs a job, so a job runs once per period.
import type { Sql } from 'postgres';

/** A run that began this much later than the present time of the database was stored with a wrong clock, so it counts as ended. */
const clockToleranceMs = 60_000;

/** The scheduled jobs. */
export interface Jobs {
  /**
   * Claims a job for a period of `everyMs`. Returns true only for the first caller of all nodes in each period. The period is a time of the database clock, because the
   * clocks of the nodes differ.
   */
  claim(name: string, everyMs: number): Promise<boolean>;
  /** Ends the period of a claimed job, so that the next caller of all nodes may claim the job. */
  release(name: string): Promise<void>;
}

/** Returns the jobs of a database. */
export function createJobs(sql: Sql): Jobs {
  return {
    async claim(name, everyMs) {
      // The clock is read again after the wait for the lock of the row: the claim of another node can be later than the begin of this statement.
      const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
      const { count } = await sql`
        insert into job_runs (name, started_at) values (${name}, ${now})
        on conflict (name) do update set started_at = ${now}
        where job_runs.started_at <= ${now} - ${everyMs}::bigint or job_runs.started_at > ${now} + ${clockToleranceMs}::bigint`;
      return count === 1;
    },
    async release(name) {
      await sql`delete from job_runs where name = ${name}`;
    },
  };
}
