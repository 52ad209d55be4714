// Scheduled jobs. The database chooses the node that runs a job, so each run happens once.
import type { Sql } from 'postgres';

/** Scheduled jobs. */
export interface Jobs {
  /** Returns true for only the first caller of all nodes in each period of `everyMs`. */
  claim(name: string, due: { readonly everyMs: number; readonly now: number }): Promise<boolean>;
}

/** The jobs of a database. */
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
