// Reading a row: each column is checked for its type, and a wrong one throws with its name.
import { decimal, lots, normalise, ticks, type Decimal, type Lots, type Ticks } from '@rondo/decimal';

/** A row as the driver gives it: int8 and numeric are strings, int4 is a number, bytea is a Buffer. */
export type Row = Readonly<Record<string, unknown>>;

/** The only row of an answer; throws when there is none or more. */
export function oneRow(rows: readonly Row[]): Row {
  const row = rows[0];
  if (row === undefined || rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`);
  return row;
}

/** A text, uuid or numeric column as text. */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw wrong(column, 'text', value);
  return value;
}

export function textsOf(row: Row, column: string): readonly string[] {
  const value = row[column];
  if (!Array.isArray(value)) throw wrong(column, 'list of texts', value);
  return value.map((each: unknown) => {
    if (typeof each !== 'string') throw wrong(column, 'text', each);
    return each;
  });
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : textOf(row, column);
}

export function booleanOf(row: Row, column: string): boolean {
  const value = row[column];
  if (typeof value !== 'boolean') throw wrong(column, 'boolean', value);
  return value;
}

export function booleanOrNull(row: Row, column: string): boolean | null {
  return row[column] === null ? null : booleanOf(row, column);
}

/** A whole number that fits a double exactly: counts (int4) and instants (int8). */
export function integerOf(row: Row, column: string): number {
  const value = row[column];
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw wrong(column, 'integer', value);
  return number;
}

export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integerOf(row, column);
}

/** An int8 or whole numeric of any size. */
export function bigintOf(row: Row, column: string): bigint {
  const text = textOf(row, column);
  if (!/^-?\d+$/.test(text)) throw wrong(column, 'bigint', text);
  return BigInt(text);
}

export function decimalOf(row: Row, column: string): Decimal {
  return normalise(decimal(textOf(row, column)));
}

export function ticksOf(row: Row, column: string): Ticks {
  return ticks(bigintOf(row, column));
}

export function lotsOf(row: Row, column: string): Lots {
  return lots(bigintOf(row, column));
}

export function bytesOf(row: Row, column: string): Buffer {
  const value = row[column];
  if (!Buffer.isBuffer(value)) throw wrong(column, 'bytes', value);
  return value;
}

/** A column that holds one of a few words. */
export function wordOf<Word extends string>(row: Row, column: string, words: readonly Word[]): Word {
  const value = row[column];
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw wrong(column, words.join(' | '), value);
  return word;
}

export function wordOrNull<Word extends string>(row: Row, column: string, words: readonly Word[]): Word | null {
  return row[column] === null ? null : wordOf(row, column, words);
}

function wrong(column: string, expected: string, value: unknown): Error {
  return new Error(`column ${column} should be ${expected}, but is of type ${value === null ? 'null' : typeof value}`);
}
