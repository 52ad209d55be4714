// The rows that freeze a restored database. Every version of this program obeys them, also one that does not know the setting of a physical restore.
import type { TransactionSql } from 'postgres';
import { endStatements } from '../backup/ended-credentials.ts';
import { firstMark } from './mark.ts';

/** The key of the instance in the table `settings`. */
export const instanceKey = 'instance';
/** The home of an instance that was restored from a backup. No database has this home, so the instance is frozen until somebody confirms it. */
export const restoredHome = 'backup';

/** A restore: the id of a physical one or null, and its time in epoch ms or null for the clock of the database. */
export interface RestoreRecord {
  readonly restored: string | null;
  readonly now: number | null;
}

/**
 * Returns the statements that freeze the installation of a restored database and end its credentials, for one transaction. Their values are our own, so the statements can be written
 * into a file for `psql`.
 */
export function freezeStatements({ restored, now }: RestoreRecord): readonly string[] {
  // A person who forges a backup could write another text into the setting.
  if (restored !== null && !/^[0-9a-f-]{36}$/.test(restored)) throw new Error('the id of the restore is no UUID');
  const frozen = { home: restoredHome, ...(restored === null ? {} : { endedRestore: restored }) };
  return [
    ...endStatements(now),
    `insert into public.settings (key, value) values ('${instanceKey}', '${JSON.stringify({ mark: firstMark(), ...frozen })}'::jsonb)
  on conflict (key) do update set value = settings.value || '${JSON.stringify(frozen)}'::jsonb`,
  ];
}

/** Freezes the installation of a restored database, and ends its credentials. */
export async function freezeRestored(transaction: TransactionSql, restore: RestoreRecord): Promise<void> {
  for (const statement of freezeStatements(restore)) await transaction.unsafe(statement);
}
