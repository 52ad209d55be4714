// The field types of OKX v5 rows: decimal texts, instants, optional texts and open lists of words.
import * as z from 'zod';

/** A word of the exchange that this client does not know, with its raw text. */
export interface Unrecognised {
  readonly kind: 'unrecognised';
  readonly raw: string;
}

const plainDecimal = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** The schema of one row, with the parsed type T. */
export type OkxSchema<T> = z.ZodType<T>;

/** A text that may be absent: OKX writes '' for absent, and older rows omit new fields. */
export const okxText = z.string().default('');

/** A decimal number as text, always present. The adapter converts it to an exact number. */
export const okxDecimal = z.string().max(40).regex(plainDecimal);

/** A decimal number as text, or '' when absent. */
export const okxDecimalOrBlank = z.union([z.literal(''), okxDecimal]).default('');

/** Epoch milliseconds, written as digits. */
export const okxInstant = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number);

/** Epoch milliseconds, or null when the exchange left it blank. */
export const okxInstantOrBlank = z
  .string()
  .regex(/^\d{0,16}$/)
  .default('')
  .transform((text) => (text === '' ? null : Number(text)));

/** A boolean, which OKX writes as JSON boolean in some rows and as text in others. */
export const okxFlag = z
  .union([z.boolean(), z.string()])
  .default('')
  .transform((value) => value === true || value === 'true');

/** A word of a known list; any other text parses to a typed `unrecognised` with its raw text. */
export function okxWord<const Word extends string>(words: readonly Word[]): z.ZodType<Word | Unrecognised, string> {
  return z.string().transform((raw) => words.find((word) => word === raw) ?? { kind: 'unrecognised' as const, raw });
}
