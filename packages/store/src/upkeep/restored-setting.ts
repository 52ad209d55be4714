// The setting of PostgreSQL that a physical restore writes into the files of the cluster. A restored cluster has the same rows and the same identifier as its original, so only
// this setting distinguishes them.
import type { Sql, TransactionSql } from 'postgres';
import { oneRow, textOrNull } from '../database/row.ts';

/** The name of the setting. Its value is a random id of the restore. */
export const restoredSetting = 'rondo.restored';

/** Returns the id of the restore from which the cluster comes, or null for a cluster that was not restored from files. */
export async function readRestored(sql: Sql | TransactionSql): Promise<string | null> {
  const row = oneRow(await sql`select nullif(current_setting(${restoredSetting}, true), '') as id`);
  return textOrNull(row, 'id');
}
