// Parts of SQL statements that are derived from the definitions of tables. Many rows are passed as one JSON parameter, so the text of the statement does not
// depend on the number of rows, and PostgreSQL can reuse the prepared statement.
import type { PendingQuery, Row as SqlRow, Sql, TransactionSql } from 'postgres';
import { columnList, recordsetOf, type Columns, type DriverValue } from './derive.ts';

/** Returns the SQL of a table `r` with rows of these columns. `rows` are results of `valuesOf`. Exact numbers are passed as texts. */
export function recordset(
  sql: Sql | TransactionSql,
  columns: Columns,
  rows: readonly Readonly<Record<string, DriverValue>>[],
): PendingQuery<SqlRow[]> {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (${sql.unsafe(recordsetOf(columns))})`;
}

/** Returns the column names for an insert or a select. */
export function names(
  sql: Sql | TransactionSql,
  columns: Columns,
  as: { readonly table?: string; readonly prefix?: string } = {},
): PendingQuery<SqlRow[]> {
  return sql`${sql.unsafe(columnList(columns, as))}`;
}
