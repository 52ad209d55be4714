// The identity of a database, which distinguishes it from its copies.
import type { Sql, TransactionSql } from 'postgres';
import { booleanOf, oneRow, textOf, textOrNull, type Row } from '../database/row.ts';
import { restoredSetting } from './restored-setting.ts';

type Query = Sql | TransactionSql;

/** What distinguishes a database from its copies. `restored` is the physical restore from which the cluster comes, or null. */
export interface DatabaseIdentity {
  readonly home: string;
  readonly restored: string | null;
}

/** Returns the identity of the database. */
export async function identityOf(sql: Query): Promise<DatabaseIdentity> {
  return identityFrom(sql, oneRow(await sql`${databaseRow(sql)}`));
}

/** Returns the query of the row for `identityFrom`. */
export function databaseRow(sql: Query) {
  return sql`
    select oid::text as number, has_function_privilege('pg_control_system()', 'execute') as may_read, nullif(current_setting(${restoredSetting}, true), '') as restored
    from pg_database where datname = current_database()`;
}

/** Returns the identity with a row that contains the columns of `databaseRow`. */
export async function identityFrom(sql: Query, row: Row): Promise<DatabaseIdentity> {
  return { home: await homeFrom(sql, row), restored: textOrNull(row, 'restored') };
}

/**
 * Returns the identity of the database: the identifier of the PostgreSQL cluster, and the number of the database in the
 * cluster. Without the right to read the identifier of the cluster, the identity has only the number.
 */
export async function homeOf(sql: Query): Promise<string> {
  return homeFrom(sql, oneRow(await sql`${databaseRow(sql)}`));
}

async function homeFrom(sql: Query, row: Row): Promise<string> {
  const number = textOf(row, 'number');
  if (!booleanOf(row, 'may_read')) return number;
  const cluster = oneRow(await sql`select system_identifier::text as id from pg_control_system()`);
  return `${textOf(cluster, 'id')}/${number}`;
}
