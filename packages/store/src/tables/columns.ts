// The kinds of columns: the type in PostgreSQL, the value of the driver, and the value in our records.
import { decimal, formatDecimal, lots, normalise, ticks, type Decimal, type Lots, type Ticks } from '@rondo/decimal';
import { customType } from 'drizzle-orm/pg-core';
import { readBigint, readBoolean, readBytes, readInteger, readText, readWord } from '../database/values.ts';

/** Any text. */
export const text = customType<{ data: string; driverData: string }>({ dataType: () => 'text', fromDriver: readText });

/** One word of a fixed list. The database checks the list too. */
export function word<const Word extends string>(name: string, words: readonly Word[]) {
  const column = customType<{ data: Word; driverData: string }>({
    dataType: () => 'text',
    fromDriver: (value) => readWord(value, words),
  });
  return column(name);
}

/** A boolean. */
export const boolean = customType<{ data: boolean; driverData: boolean }>({
  dataType: () => 'boolean',
  fromDriver: readBoolean,
});

/** A count: 32 bits. */
export const count = customType<{ data: number; driverData: number }>({
  dataType: () => 'integer',
  fromDriver: readInteger,
});

/** An instant in epoch ms or another whole number of 64 bits that a double represents exactly. */
export const whole = customType<{ data: number; driverData: number | string }>({
  dataType: () => 'bigint',
  fromDriver: readInteger,
});

/** A whole number of 64 bits as a bigint. */
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

/** A price in ticks. */
export const priceTicks = customType<{ data: Ticks; driverData: string }>({
  dataType: () => 'numeric',
  fromDriver: (value) => ticks(readBigint(value)),
  toDriver: String,
});

/** A size in lots. */
export const sizeLots = customType<{ data: Lots; driverData: string }>({
  dataType: () => 'numeric',
  fromDriver: (value) => lots(readBigint(value)),
  toDriver: String,
});

/** Digests and sealed secrets. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({
  dataType: () => 'bytea',
  fromDriver: readBytes,
});

/** JSON. Statements cast it, so no record contains it. */
export const json = customType<{ data: never }>({ dataType: () => 'jsonb' });
/** An instant of the database's clock. Statements cast it, so no record contains it. */
export const databaseTime = customType<{ data: never }>({ dataType: () => 'timestamp with time zone' });
