// The field types of OKX v5 rows: decimal texts, times, optional texts and open lists of words.
import * as z from 'zod';

/** A word of the exchange that this client does not know, with its raw text. */
export interface Unrecognised {
  readonly kind: 'unrecognised';
  readonly raw: string;
}

const plainDecimal = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** The schema of one row, with the parsed type T. */
export type OkxSchema<T> = z.ZodType<T>;

/** A row of any form. The caller parses each row separately, so that one unreadable row does not hide the other rows. */
export const okxAnyRowSchema = z.unknown();

/** A text that may be missing. OKX writes '' for a missing value. A row that was recorded before OKX added a field does not contain the field. */
export const okxText = z.string().default('');

/** A decimal number as text. The field is always present. The adapter converts it to an exact number. */
export const okxDecimal = z.string().max(40).regex(plainDecimal);

/** A decimal number as text. A missing value is ''. */
export const okxDecimalOrBlank = z.union([z.literal(''), okxDecimal]).default('');

/** A time in epoch milliseconds, written as digits. */
export const okxInstant = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number);

/** A time in epoch milliseconds, or null when the field is blank. */
export const okxInstantOrBlank = z
  .string()
  .regex(/^\d{0,16}$/)
  .default('')
  .transform((text) => (text === '' ? null : Number(text)));

/** A boolean. OKX writes a JSON boolean in some rows and a text in other rows. */
export const okxFlag = z
  .union([z.boolean(), z.string()])
  .default('')
  .transform((value) => value === true || value === 'true');

/** Returns the schema of a word of a known list. Any other text is parsed to `unrecognised` with the raw text. */
export function okxWord<const Word extends string>(words: readonly Word[]): z.ZodType<Word | Unrecognised, string> {
  return z.string().transform((raw) => words.find((word) => word === raw) ?? { kind: 'unrecognised' as const, raw });
}
