// Reads the fields of one wire row as domain values. A price that is not a multiple of the tick size, or a size that is
// not a multiple of the lot size, is an error.
import type { OffGrid } from '@rondo/engine/ports';
import { readOkxRow, type OkxSchema } from '@rondo/protocol';
import {
  lots,
  negate,
  parseDecimal,
  parseLots,
  parseTicks,
  ticks,
  zero,
  isZero,
  type Decimal,
  type Lots,
  type Ticks,
} from '@rondo/decimal';

/**
 * A translated value, or the first error in the row. `offGrid` is the price or the size because of which the translation failed. It is absent
 * when the translation failed for another reason.
 */
export type Translated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly cause: string; readonly offGrid?: OffGrid };

/** The units in which the prices and the sizes of an instrument are read. */
type Steps = { readonly id: string; readonly tickSz: Decimal; readonly lotSz: Decimal };

function offGridText({ instrumentId, step, text }: OffGrid, name: string): string {
  return `${name} ${text} of ${instrumentId} is not a multiple of the ${step} size`;
}

/**
 * Reads the fields of one row. When a field is wrong, the method records the error and returns a placeholder, and
 * `translate` returns only the error.
 */
export interface FieldReader {
  ticks(name: string, text: string, rules: Steps): Ticks;
  lots(name: string, text: string, rules: Steps): Lots;
  decimal(name: string, text: string): Decimal;
  /** Returns null for an empty text. */
  decimalOrNull(name: string, text: string): Decimal | null;
  /**
   * Returns a fee that is positive when the account pays it. In `text` a paid fee is negative. An empty text means
   * zero.
   */
  paidFee(name: string, text: string, currency: string): Decimal;
  fault(cause: string, offGrid?: OffGrid): void;
}

/** Translates one row. When a field is wrong, returns the first error. The text of the error begins with `label`. */
export function translate<T>(label: string, read: (field: FieldReader) => T): Translated<T> {
  const faults: Extract<Translated<T>, { readonly ok: false }>[] = [];
  const value = read(
    readerOf((text, offGrid) => {
      const cause = `${label}: ${text}`.slice(0, 200);
      faults.push({ ok: false, cause, ...(offGrid === undefined ? {} : { offGrid }) });
    }),
  );
  return faults[0] ?? { ok: true, value };
}

/** Returns all translated rows, or the first error of the rows. */
export function translateAll<Row, T>(rows: readonly Row[], one: (row: Row) => Translated<T>): Translated<readonly T[]> {
  const values: T[] = [];
  for (const row of rows) {
    const translated = one(row);
    if (!translated.ok) return translated;
    values.push(translated.value);
  }
  return { ok: true, value: values };
}

/** Parses one row with its schema. */
export function parseRow<T>(schema: OkxSchema<T>, raw: unknown): Translated<T> {
  const parsed = readOkxRow(schema, raw);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issue = parsed.error.issues[0];
  return { ok: false, cause: `unreadable row: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.slice(0, 200) };
}

/** Returns the instrument id of a row that is not parsed yet. Returns '' when the row has no instrument id. */
export function instrumentIdOf(row: unknown): string {
  return typeof row === 'object' && row !== null && 'instId' in row ? String(row.instId) : '';
}

/** Returns a reader of a text field of a row that is not parsed yet. The reader returns '' when the row has no such text. */
export function textOf(name: string): (row: unknown) => string {
  return (row) => {
    const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
    return typeof value === 'string' ? value : '';
  };
}

// The text of an error is made only for a wrong field, because every row of every list is read here.
function readerOf(fault: FieldReader['fault']): FieldReader {
  function orFault<T>(value: T | undefined, standIn: T, causeOf: () => string): T {
    if (value !== undefined) return value;
    fault(causeOf());
    return standIn;
  }
  function onGrid<T>(value: T | undefined, standIn: T, failureOf: () => OffGrid & { readonly name: string }): T {
    if (value !== undefined) return value;
    const { name, ...offGrid } = failureOf();
    fault(offGridText(offGrid, name), parseDecimal(offGrid.text) === undefined ? undefined : offGrid);
    return standIn;
  }
  const reader: FieldReader = {
    fault,
    ticks: (name, text, { id, tickSz }) =>
      onGrid(parseTicks(text, tickSz), ticks(0n), () => ({ name, instrumentId: id, step: 'tick', text })),
    lots: (name, text, { id, lotSz }) =>
      onGrid(parseLots(text, lotSz), lots(0n), () => ({ name, instrumentId: id, step: 'lot', text })),
    decimal: (name, text) =>
      orFault(parseDecimal(text), zero, () => `${name} ${JSON.stringify(text)} is not a decimal`),
    decimalOrNull: (name, text) => (text === '' ? null : reader.decimal(name, text)),
    paidFee(name, text, currency) {
      if (text === '') return zero;
      const fee = reader.decimal(name, text);
      if (currency !== 'USDT' && !isZero(fee)) fault(`${name} is in ${currency}`);
      return negate(fee);
    },
  };
  return reader;
}
