// What is kept for how long, and the purge of what has had its time (specification 9).
import type { Sql } from 'postgres';
import { auditKeptMs, loginsKeptMs, purgeBatchRows } from '../limits.ts';
import type { Jobs, PurgeCounts, Retention } from '../people/person-records.ts';

/** The purge of a database. Each batch is a transaction of its own: a purge that is killed goes on next time. */
export function createRetention(sql: Sql): Retention {
  return {
    async purge(now): Promise<PurgeCounts> {
      const loginsBefore = now - loginsKeptMs;
      return {
        logins: await inBatches(
          () => sql`
          delete from login_records where id in (select id from login_records where at < ${loginsBefore} order by id limit ${purgeBatchRows})`,
        ),
        // Tokens, tickets and states of a session go with it.
        sessions: await inBatches(
          () => sql`
          delete from sessions where id in (select id from sessions where least(ends_at, coalesce(revoked_at, ends_at)) < ${loginsBefore} limit ${purgeBatchRows})`,
        ),
        tokens: await inBatches(
          () => sql`
          delete from session_tokens where token_hash in (select token_hash from session_tokens where least(expires_at, coalesce(replaced_at, expires_at)) < ${loginsBefore} limit ${purgeBatchRows})`,
        ),
        resetLinks: await inBatches(
          () => sql`
          delete from reset_links where token_hash in (select token_hash from reset_links where expires_at < ${loginsBefore} limit ${purgeBatchRows})`,
        ),
        audit: await inBatches(() =>
          sql.begin(async (transaction) => {
            await transaction`set local rondo.purge = 'on'`;
            return transaction`
              delete from audit_entries where id in (select id from audit_entries where at < ${now - auditKeptMs} order by id limit ${purgeBatchRows})`;
          }),
        ),
      };
    },
  };
}

/** Scheduled jobs: the database says who runs one, so that it runs once however many nodes there are. */
export function createJobs(sql: Sql): Jobs {
  return {
    async claim(name, { everyMs, now }) {
      const answer = await sql`
        insert into job_runs (name, started_at) values (${name}, ${now})
        on conflict (name) do update set started_at = excluded.started_at where job_runs.started_at <= ${now - everyMs}`;
      return answer.count === 1;
    },
  };
}

async function inBatches(remove: () => PromiseLike<{ readonly count: number }>): Promise<number> {
  let removed = 0;
  for (;;) {
    const { count } = await remove();
    removed += count;
    if (count < purgeBatchRows) return removed;
  }
}
