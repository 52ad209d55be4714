// Copies the rows of a person from one database to another. The rows travel as text, so that no number and no time loses a digit.
import type { TransactionSql } from 'postgres';
import { quoteName } from '../backup/copy-text.ts';
import { textOf } from '../database/row.ts';
import { moveBatchRows } from '../limits.ts';
import { conditionOf, movedTables, type MovedTable } from './moved-tables.ts';

/** The number of copied rows of each table. */
export type CopiedRows = Readonly<Record<string, number>>;

/**
 * Copies all rows of the person. `source` is a transaction in which all reads see one instant. Identity columns get new values of the target in the sequence of the
 * source. Throws the error of the target when a row collides with a row of another person.
 */
export async function copyRows(source: TransactionSql, target: TransactionSql, userId: string): Promise<CopiedRows> {
  const counts: Record<string, number> = {};
  for (const table of movedTables) counts[table.name] = await copyTable(source, target, { table, userId });
  return counts;
}

async function copyTable(
  source: TransactionSql,
  target: TransactionSql,
  { table, userId }: { readonly table: MovedTable; readonly userId: string },
): Promise<number> {
  const name = quoteName(table.name);
  const columns = await columnsOf(target, table.name);
  const sorting = table.sortedBy === undefined ? '' : `order by ${quoteName(table.sortedBy)}`;
  const rows = source
    .unsafe(`select to_json(t)::text as line from ${name} t where ${conditionOf(table)} ${sorting}`, [userId])
    .cursor(moveBatchRows);
  let count = 0;
  for await (const batch of rows) {
    const lines = batch.map((row) => textOf(row, 'line'));
    await target.unsafe(
      `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1::text::json)`,
      [`[${lines.join(',')}]`],
    );
    count += lines.length;
  }
  return count;
}

/** Returns the columns of a table without the columns that the database numbers itself. */
async function columnsOf(target: TransactionSql, table: string): Promise<string> {
  const rows = await target`
    select column_name::text as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_identity = 'NO' and is_generated = 'NEVER' order by ordinal_position`;
  return rows.map((row) => quoteName(textOf(row, 'name'))).join(', ');
}
