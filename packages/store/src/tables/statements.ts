// Fragments of statements from the tables' definitions: many rows travel as one JSON parameter, so the statement stays prepared.
import type { PendingQuery, Row as SqlRow, Sql, TransactionSql } from 'postgres';
import { columnList, recordsetOf, type Columns, type DriverValue } from './derive.ts';

/** Rows of these columns as a table `r`, from the values that `valuesOf` made. Exact numbers travel as texts. */
export function recordset(
  sql: Sql | TransactionSql,
  columns: Columns,
  rows: readonly Readonly<Record<string, DriverValue>>[],
): PendingQuery<SqlRow[]> {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (${sql.unsafe(recordsetOf(columns))})`;
}

/** The names of the columns, as an insert or a select lists them. */
export function names(
  sql: Sql | TransactionSql,
  columns: Columns,
  as: { readonly table?: string; readonly prefix?: string } = {},
): PendingQuery<SqlRow[]> {
  return sql`${sql.unsafe(columnList(columns, as))}`;
}
