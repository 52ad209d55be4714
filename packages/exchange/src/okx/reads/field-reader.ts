// Reads the fields of one wire row as domain values. A price that is not a multiple of the tick size, or a size that is
// not a multiple of the lot size, is an error.
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

/** A translated value, or the first error in the row. */
export type Translated<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly cause: string };

/** The units in which the prices and the sizes of an instrument are read. */
type Steps = { readonly id: string; readonly tickSz: Decimal; readonly lotSz: Decimal };

/** A price or a size that is no whole number of the units of its instrument. */
export type OffGrid = { readonly instrumentId: string; readonly step: 'tick' | 'lot'; readonly text: string };

function offGridText({ instrumentId, step, text }: OffGrid, name: string): string {
  return `${name} ${text} of ${instrumentId} is not a multiple of the ${step} size`;
}

/** Returns the price or the size because of which a translation failed. Returns null when the translation failed for another reason. */
export function offGridOf(cause: string): OffGrid | null {
  const match = /(\S+) of (\S+) is not a multiple of the (tick|lot) size/.exec(cause);
  if (match === null || parseDecimal(match[1] ?? '') === undefined) return null;
  return { instrumentId: match[2] ?? '', step: match[3] === 'lot' ? 'lot' : 'tick', text: match[1] ?? '' };
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
  fault(cause: string): void;
}

/** Translates one row. When a field is wrong, returns the first error. The text of the error begins with `label`. */
export function translate<T>(label: string, read: (field: FieldReader) => T): Translated<T> {
  let cause: string | null = null;
  const fault = (text: string): void => {
    cause ??= `${label}: ${text}`.slice(0, 200);
  };
  const value = read(readerOf(fault));
  return cause === null ? { ok: true, value } : { ok: false, cause };
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

/** Returns the instrument id of a row that is not parsed yet. Returns '' when the row has no instrument id. */
export function instrumentIdOf(row: unknown): string {
  return typeof row === 'object' && row !== null && 'instId' in row ? String(row.instId) : '';
}

function readerOf(fault: (cause: string) => void): FieldReader {
  // The text of the error is made only for a wrong field, because every row of every list is read here.
  function orFault<T>(value: T | undefined, standIn: T, causeOf: () => string): T {
    if (value !== undefined) return value;
    fault(causeOf());
    return standIn;
  }
  const reader: FieldReader = {
    fault,
    ticks: (name, text, { id, tickSz }) =>
      orFault(parseTicks(text, tickSz), ticks(0n), () => offGridText({ instrumentId: id, step: 'tick', text }, name)),
    lots: (name, text, { id, lotSz }) =>
      orFault(parseLots(text, lotSz), lots(0n), () => offGridText({ instrumentId: id, step: 'lot', text }, name)),
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
