// Readers of columns that no table defines: counts, sums and joined columns. For a wrong type, a reader throws an error with the name of the column.
import { readBigint, readBoolean, readInteger, readText } from './values.ts';

/** A row that the driver returned. */
export type Row = Readonly<Record<string, unknown>>;

/** Returns the only row of a result. Throws when the result has no row or several rows. */
export function oneRow(rows: readonly Row[]): Row {
  const row = rows[0];
  if (row === undefined || rows.length !== 1)
    throw new Error(`the query returned ${rows.length} rows instead of one row`);
  return row;
}

/** Reads a text, uuid or numeric column as text. */
export function textOf(row: Row, column: string): string {
  return named(column, () => readText(row[column]));
}

/** Reads a text column as text or null. */
export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : textOf(row, column);
}

/** Reads a column of type text[]. */
export function textsOf(row: Row, column: string): readonly string[] {
  const value = row[column];
  if (!Array.isArray(value)) throw new Error(`column ${column} is not a list of texts: its type is ${typeof value}`);
  return value.map((each: unknown) => named(column, () => readText(each)));
}

/** Reads a boolean column. */
export function booleanOf(row: Row, column: string): boolean {
  return named(column, () => readBoolean(row[column]));
}

/** Reads a whole number that a double represents exactly: a count (int4) or a time (int8). */
export function integerOf(row: Row, column: string): number {
  return named(column, () => readInteger(row[column]));
}

/** Reads a whole number or null. */
export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integerOf(row, column);
}

/** Reads an int8 of any size. */
export function bigintOf(row: Row, column: string): bigint {
  return named(column, () => readBigint(row[column]));
}

/** Returns the error of a reader. The name of the column comes before the message. */
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
