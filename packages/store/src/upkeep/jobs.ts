// Scheduled jobs. The database chooses the node that runs a job, so a job runs once per period.
import type { Sql } from 'postgres';

/** The scheduled jobs. */
export interface Jobs {
  /**
   * Claims a job for a period of `everyMs`. Returns true only for the first caller of all nodes in each period. The period is a time of the database clock, because the
   * clocks of the nodes differ.
   */
  claim(name: string, everyMs: number): Promise<boolean>;
}

/** Returns the jobs of a database. */
export function createJobs(sql: Sql): Jobs {
  return {
    async claim(name, everyMs) {
      const { count } = await sql`
        insert into job_runs (name, started_at) values (${name}, (extract(epoch from clock_timestamp()) * 1000)::bigint)
        on conflict (name) do update set started_at = excluded.started_at
        where job_runs.started_at <= excluded.started_at - ${everyMs} or job_runs.started_at > excluded.started_at`;
      return count === 1;
    },
  };
}
