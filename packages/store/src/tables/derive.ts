// Derives values and SQL texts from the definition of a table: the reader of rows, the values and columns of an insert, and the recordset.
import { getTableColumns } from 'drizzle-orm';
import type { GetColumnData } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { columnError, type Row } from '../database/row.ts';

/** Columns by their names in our records. */
export type Columns = Readonly<Record<string, PgColumn>>;
/** The record of a row with these columns. */
export type RecordOf<Of extends Columns> = { readonly [Key in keyof Of]: GetColumnData<Of[Key]> };
/** A value that the driver and JSON accept. */
export type DriverValue = string | number | boolean | Buffer | null;

/** Returns all columns of a table. */
export function allColumns<Table extends PgTable>(table: Table): Table['_']['columns'] {
  return getTableColumns(table);
}

/** Returns the named columns of a table. */
export function pickColumns<Table extends PgTable, Key extends keyof Table['_']['columns'] & string>(
  table: Table,
  keys: readonly Key[],
): Pick<Table['_']['columns'], Key> {
  const columns = getTableColumns(table);
  const picked = Object.fromEntries(keys.map((key) => [key, columns[key]]));
  return picked as Pick<Table['_']['columns'], Key>; // The result has one entry per key.
}

/** Returns all columns of a table except the named columns. For an insert, the named columns are the columns that the database sets. */
export function omitColumns<Table extends PgTable, Key extends keyof Table['_']['columns'] & string>(
  table: Table,
  keys: readonly Key[],
): Omit<Table['_']['columns'], Key> {
  const omitted = new Set<string>(keys);
  const kept = Object.entries(getTableColumns(table)).filter(([key]) => !omitted.has(key));
  return Object.fromEntries(kept) as Omit<Table['_']['columns'], Key>; // The result has all other columns.
}

/** Returns a reader of rows. `prefix` precedes each column name in the row. For a wrong type, the reader throws an error with the name of the column. */
export function readerOf<Of extends Columns>(columns: Of, prefix = ''): (row: Row) => RecordOf<Of> {
  const entries = Object.entries(columns).map(([key, column]) => ({ key, name: prefix + column.name, column }));
  return (row) => {
    const record: Record<string, unknown> = {};
    let reading = '';
    try {
      for (const { key, name, column } of entries) {
        reading = name;
        const value = row[name];
        record[key] = value === null && !column.notNull ? null : column.mapFromDriverValue(value);
      }
    } catch (error) {
      throw columnError(reading, error);
    }
    return record as RecordOf<Of>; // Each key was read by its own column.
  };
}

/** Returns the values of a row by column name: `insert into table ${sql(valuesOf(columns, record))}`. */
export function valuesOf<Of extends Columns>(columns: Of, record: RecordOf<Of>): Record<string, DriverValue> {
  const values: Record<string, DriverValue> = {};
  for (const [key, column] of Object.entries(columns)) {
    const value: unknown = record[key];
    values[column.name] = value === null ? null : (column.mapToDriverValue(value) as DriverValue); // Every kind of column returns a value of this type.
  }
  return values;
}

/** Returns the column names, separated by commas. For joins, `table` qualifies the names and `prefix` renames the columns. */
export function columnList(columns: Columns, { table = '', prefix = '' } = {}): string {
  const qualifier = table === '' ? '' : `${table}.`;
  return Object.values(columns)
    .map(({ name }) => `${qualifier}${name}${prefix === '' ? '' : ` as ${prefix}${name}`}`)
    .join(', ');
}

/** Returns the column names and types for `jsonb_to_recordset`. */
export function recordsetOf(columns: Columns): string {
  return Object.values(columns)
    .map((column) => `${column.name} ${column.getSQLType()}`)
    .join(', ');
}

/** Returns the names and values for `json_build_object`: `'id', a.id` for each column. */
export function jsonFieldsOf(columns: Columns, table: string): string {
  return Object.values(columns)
    .map(({ name }) => `'${name}', ${table}.${name}`)
    .join(', ');
}

/** Returns the assignments of an upsert: `name = excluded.name` for each column. */
export function excludedOf(columns: Columns): string {
  return Object.values(columns)
    .map(({ name }) => `${name} = excluded.${name}`)
    .join(', ');
}
