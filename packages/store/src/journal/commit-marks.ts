// Remembers which intents the database has confirmed, so that a database that lacks commits is noticed, for example a standby that was promoted too early.
import type { IntentRow } from '@rondo/engine/ports';
import type { Sql } from 'postgres';
import { maxCommitMarks } from '../limits.ts';
import { oneRow, textOf } from '../database/row.ts';

/** Finds the commits of this process that a database has lost. */
export interface CommitReads {
  /**
   * Returns the accounts whose newest stored intent is missing. Looks only once at each database server, because a running server loses no commit. A standby is another
   * server.
   */
  listLost(): Promise<readonly string[]>;
}

/** An intent with the client id of its order. The client id is stored longer than the intent: after a purge it is in `past_orders`. */
export type CommitMark = Pick<IntentRow, 'id' | 'clientId'>;

/** The newest intent of each account that this process has stored. */
export interface CommitMarks extends CommitReads {
  /** Notes intents that the database has confirmed. */
  note(accountId: string, intents: readonly CommitMark[]): void;
  /** Returns the newest intent of the account, or null when this process has stored none. */
  newest(accountId: string): CommitMark | null;
}

/** Returns marks without an intent. */
export function createCommitMarks(sql: Sql): CommitMarks {
  const newest = new Map<string, CommitMark>();
  let server = '';
  return {
    note(accountId, intents) {
      const last = intents.at(-1);
      if (last === undefined) return;
      newest.delete(accountId);
      newest.set(accountId, { id: last.id, clientId: last.clientId });
      const [oldest] = newest.keys();
      if (newest.size > maxCommitMarks && oldest !== undefined) newest.delete(oldest);
    },
    newest: (accountId) => newest.get(accountId) ?? null,
    async listLost() {
      const marks = [...newest];
      const row = oneRow(
        await sql`
        with server as (select pg_postmaster_start_time()::text as name)
        select name, case when name = ${server} then '[]' else (
          select coalesce(json_agg(m.account_id), '[]'::json)::text
          from unnest(${marks.map(([accountId]) => accountId)}::text[], ${marks.map(([, mark]) => mark.id)}::text[],
            ${marks.map(([, mark]) => mark.clientId)}::text[]) as m (account_id, id, client_id)
          where not exists (select 1 from intents i where i.account_id = m.account_id and i.id = m.id)
            and not exists (select 1 from past_orders p where p.account_id = m.account_id and p.client_id = m.client_id)) end as lost
        from server`,
      );
      server = textOf(row, 'name');
      return JSON.parse(textOf(row, 'lost')) as readonly string[]; // The statement builds this list.
    },
  };
}
