// Derived from a table's definition: the reader of its rows, the values and column list of an insert, and the recordset.
import { getTableColumns } from 'drizzle-orm';
import type { GetColumnData } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { columnError, type Row } from '../database/row.ts';

/** Columns by the names that our records give them. */
export type Columns = Readonly<Record<string, PgColumn>>;
/** The record of a row of these columns. */
export type RecordOf<Of extends Columns> = { readonly [Key in keyof Of]: GetColumnData<Of[Key]> };
/** A value that the driver or JSON takes. */
export type DriverValue = string | number | boolean | Buffer | null;

/** All columns of a table. */
export function allColumns<Table extends PgTable>(table: Table): Table['_']['columns'] {
  return getTableColumns(table);
}

/** Some columns of a table. */
export function pickColumns<Table extends PgTable, Key extends keyof Table['_']['columns'] & string>(
  table: Table,
  keys: readonly Key[],
): Pick<Table['_']['columns'], Key> {
  const columns = getTableColumns(table);
  const picked = Object.fromEntries(keys.map((key) => [key, columns[key]]));
  return picked as Pick<Table['_']['columns'], Key>; // one entry per key
}

/** All columns of a table but these: for an insert, those that the database fills in. */
export function omitColumns<Table extends PgTable, Key extends keyof Table['_']['columns'] & string>(
  table: Table,
  keys: readonly Key[],
): Omit<Table['_']['columns'], Key> {
  const omitted = new Set<string>(keys);
  const kept = Object.entries(getTableColumns(table)).filter(([key]) => !omitted.has(key));
  return Object.fromEntries(kept) as Omit<Table['_']['columns'], Key>; // the others
}

/** Returns a reader of rows. `prefix` is before each column's name in the row. Throws the column's name on a wrong type. */
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
    return record as RecordOf<Of>; // each key was read by its own column
  };
}

/** The values of a row by the names of its columns: `insert into table ${sql(valuesOf(columns, record))}`. */
export function valuesOf<Of extends Columns>(columns: Of, record: RecordOf<Of>): Record<string, DriverValue> {
  const values: Record<string, DriverValue> = {};
  for (const [key, column] of Object.entries(columns)) {
    const value: unknown = record[key];
    values[column.name] = value === null ? null : (column.mapToDriverValue(value) as DriverValue); // the kinds give nothing else
  }
  return values;
}

/** The columns' names with commas between them. `table` qualifies them; `prefix` renames them, for joins. */
export function columnList(columns: Columns, { table = '', prefix = '' } = {}): string {
  const qualifier = table === '' ? '' : `${table}.`;
  return Object.values(columns)
    .map(({ name }) => `${qualifier}${name}${prefix === '' ? '' : ` as ${prefix}${name}`}`)
    .join(', ');
}

/** The columns' names and types, as `jsonb_to_recordset` wants them. */
export function recordsetOf(columns: Columns): string {
  return Object.values(columns)
    .map((column) => `${column.name} ${column.getSQLType()}`)
    .join(', ');
}

/** Names and values for `json_build_object`: `'id', a.id` for each column. */
export function jsonFieldsOf(columns: Columns, table: string): string {
  return Object.values(columns)
    .map(({ name }) => `'${name}', ${table}.${name}`)
    .join(', ');
}

/** `name = excluded.name` for each column: the assignments of an upsert. */
export function excludedOf(columns: Columns): string {
  return Object.values(columns)
    .map(({ name }) => `${name} = excluded.${name}`)
    .join(', ');
}
