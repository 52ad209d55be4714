// Readers of columns that no table defines: counts, sums and joined columns. A wrong type throws an error with the name of the column.
import { readBigint, readBoolean, readInteger, readText } from './values.ts';

/** A row as the driver returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** Returns the only row of a result; throws when there is none or more than one. */
export function oneRow(rows: readonly Row[]): Row {
  const row = rows[0];
  if (row === undefined || rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`);
  return row;
}

/** A text, uuid or numeric column as text. */
export function textOf(row: Row, column: string): string {
  return named(column, () => readText(row[column]));
}

/** A text column as text, or null. */
export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : textOf(row, column);
}

/** A column of type text[]. */
export function textsOf(row: Row, column: string): readonly string[] {
  const value = row[column];
  if (!Array.isArray(value))
    throw new Error(`column ${column} should be a list of texts, but is of type ${typeof value}`);
  return value.map((each: unknown) => named(column, () => readText(each)));
}

/** A boolean column. */
export function booleanOf(row: Row, column: string): boolean {
  return named(column, () => readBoolean(row[column]));
}

/** A whole number that a double represents exactly: counts (int4) and instants (int8). */
export function integerOf(row: Row, column: string): number {
  return named(column, () => readInteger(row[column]));
}

/** A whole number or null. */
export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integerOf(row, column);
}

/** An int8 of any size. */
export function bigintOf(row: Row, column: string): bigint {
  return named(column, () => readBigint(row[column]));
}

/** Returns the error of a reader with the name of the column before its message. */
export function columnError(column: string, cause: unknown): Error {
  return new Error(`column ${column} ${cause instanceof Error ? cause.message : 'cannot be read'}`, { cause });
}

function named<Value>(column: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw columnError(column, error);
  }
}
