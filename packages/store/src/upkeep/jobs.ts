// Scheduled jobs. The database chooses the node that runs a job, so a job runs once per period.
import type { Sql } from 'postgres';

/** The scheduled jobs. */
export interface Jobs {
  /** Claims a job for a period of `everyMs`. Returns true only for the first caller of all nodes in each period. */
  claim(name: string, due: { readonly everyMs: number; readonly now: number }): Promise<boolean>;
}

/** Returns the jobs of a database. */
export function createJobs(sql: Sql): Jobs {
  return {
    async claim(name, { everyMs, now }) {
      const { count } = await sql`
        insert into job_runs (name, started_at) values (${name}, ${now})
        on conflict (name) do update set started_at = excluded.started_at where job_runs.started_at <= ${now - everyMs}`;
      return count === 1;
    },
  };
}
