// The condition in SQL that the death signal of a node is held.
import type { Fragment, Sql, TransactionSql } from 'postgres';
import { nodeLockSpace } from '../database/locks.ts';

/** Returns the condition that a session holds the lock with the key of this column. The key is unsigned in `pg_locks`, and the keys of older programs are signed. */
export function isSignalHeld(sql: Sql | TransactionSql, column: Fragment): Fragment {
  return sql`exists (
    select 1 from pg_locks where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${nodeLockSpace}
      and objid::bigint = ${column} & 4294967295 and database = (select oid from pg_database where datname = current_database()))`;
}
