// The kinds of columns: the type in PostgreSQL, the value of the driver, and the value in our records.
import { decimal, formatDecimal, lots, normalise, ticks, type Decimal, type Lots, type Ticks } from '@rondo/decimal';
import { customType } from 'drizzle-orm/pg-core';
import { readBigint, readBoolean, readBytes, readInteger, readText, readWord } from '../database/values.ts';

/** A column with any text. */
export const text = customType<{ data: string; driverData: string }>({ dataType: () => 'text', fromDriver: readText });

/** Returns a column with a word of a fixed list. The database also checks the list. */
export function word<const Word extends string>(name: string, words: readonly Word[]) {
  const column = customType<{ data: Word; driverData: string }>({
    dataType: () => 'text',
    fromDriver: (value) => readWord(value, words),
  });
  return column(name);
}

/** A boolean column. */
export const boolean = customType<{ data: boolean; driverData: boolean }>({
  dataType: () => 'boolean',
  fromDriver: readBoolean,
});

/** A column with a whole number of 32 bits. */
export const count = customType<{ data: number; driverData: number }>({
  dataType: () => 'integer',
  fromDriver: readInteger,
});

/** A column with a time in epoch ms, or with another whole number of 64 bits that a double represents exactly. */
export const whole = customType<{ data: number; driverData: number | string }>({
  dataType: () => 'bigint',
  fromDriver: readInteger,
});

/** A column with a whole number of 64 bits as a bigint. */
export const big = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'bigint',
  fromDriver: readBigint,
  toDriver: String,
});

/** A numeric column as decimal text. */
export const amount = customType<{ data: string; driverData: string }>({
  dataType: () => 'numeric',
  fromDriver: readText,
});

/** A numeric column as an exact decimal. */
export const exact = customType<{ data: Decimal; driverData: string }>({
  dataType: () => 'numeric',
  fromDriver: (value) => normalise(decimal(readText(value))),
  toDriver: formatDecimal,
});

/** A column with a price in ticks. */
export const priceTicks = customType<{ data: Ticks; driverData: string }>({
  dataType: () => 'numeric',
  fromDriver: (value) => ticks(readBigint(value)),
  toDriver: String,
});

/** A column with a size in lots. */
export const sizeLots = customType<{ data: Lots; driverData: string }>({
  dataType: () => 'numeric',
  fromDriver: (value) => lots(readBigint(value)),
  toDriver: String,
});

/** A column with a digest or a sealed secret. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({
  dataType: () => 'bytea',
  fromDriver: readBytes,
});

/** A JSON column. Statements convert its value to text, so no record contains a value of this type. */
export const json = customType<{ data: never }>({ dataType: () => 'jsonb' });
/** A column with a time of the database clock. Only statements use its value, so no record contains a value of this type. */
export const databaseTime = customType<{ data: never }>({ dataType: () => 'timestamp with time zone' });
