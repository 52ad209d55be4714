// The field types of OKX v5 rows: decimal texts, times, optional texts and open lists of words.
import * as z from 'zod';

/** A word of the exchange that this client does not know, with its raw text. */
export interface Unrecognised {
  readonly kind: 'unrecognised';
  readonly raw: string;
}

const plainDecimal = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;
const decimalLengthMax = 40;
const instant = /^\d{1,16}$/;

/** Reads one field like its schema. Returns `unusual` for a value that only the schema can judge. */
export type OkxField = (value: unknown) => unknown;
/** The result of a `OkxField` that leaves the value to the schema. */
export const unusual: unique symbol = Symbol('unusual');

const plainFields = new WeakMap<z.ZodType, OkxField>();

/** Returns the reader of a field. Without a reader of its own, the field is read by its schema. */
export function plainFieldOf(schema: z.ZodType): OkxField {
  return (
    plainFields.get(schema) ??
    ((value) => {
      const parsed = schema.safeParse(value);
      return parsed.success ? parsed.data : unusual;
    })
  );
}

function withPlain<Schema extends z.ZodType>(schema: Schema, read: OkxField): Schema {
  plainFields.set(schema, read);
  return schema;
}

const readText: OkxField = (value) => (typeof value === 'string' ? value : unusual);
const readDecimal: OkxField = (value) =>
  typeof value === 'string' && value.length <= decimalLengthMax && plainDecimal.test(value) ? value : unusual;
const readInstant: OkxField = (value) => (typeof value === 'string' && instant.test(value) ? Number(value) : unusual);

const readFlag: OkxField = (value) => {
  if (value === true || value === 'true') return true;
  return value === undefined || value === false || typeof value === 'string' ? false : unusual;
};

function orBlank(read: OkxField, blank: unknown): OkxField {
  return (value) => (value === undefined || value === '' ? blank : read(value));
}

/** The schema of one row, with the parsed type T. */
export type OkxSchema<T> = z.ZodType<T>;

/** A row of any form. The caller parses each row separately, so that one unreadable row does not hide the other rows. */
export const okxAnyRowSchema = z.unknown();

/** A text that may be missing. OKX writes '' for a missing value. A row that was recorded before OKX added a field does not contain the field. */
export const okxText = withPlain(z.string().default(''), orBlank(readText, ''));

/** A text that is always present. */
export const okxName = withPlain(z.string(), readText);

/** A decimal number as text. The field is always present. The adapter converts it to an exact number. */
export const okxDecimal = withPlain(z.string().max(decimalLengthMax).regex(plainDecimal), readDecimal);

/** A decimal number as text. A missing value is ''. */
export const okxDecimalOrBlank = withPlain(z.union([z.literal(''), okxDecimal]).default(''), orBlank(readDecimal, ''));

/** A time in epoch milliseconds, written as digits. */
export const okxInstant = withPlain(z.string().regex(instant).transform(Number), readInstant);

/** A time in epoch milliseconds, or null when the field is blank. */
export const okxInstantOrBlank = withPlain(
  z
    .string()
    .regex(/^\d{0,16}$/)
    .default('')
    .transform((text) => (text === '' ? null : Number(text))),
  orBlank(readInstant, null),
);

/** A boolean. OKX writes a JSON boolean in some rows and a text in other rows. */
export const okxFlag = withPlain(
  z
    .union([z.boolean(), z.string()])
    .default('')
    .transform((value) => value === true || value === 'true'),
  readFlag,
);

/** Returns the schema of a word of a known list. Any other text is parsed to `unrecognised` with the raw text. */
export function okxWord<const Word extends string>(words: readonly Word[]): z.ZodType<Word | Unrecognised, string> {
  const toWord = (raw: string): Word | Unrecognised =>
    words.find((word) => word === raw) ?? { kind: 'unrecognised', raw };
  return withPlain(z.string().transform(toWord), (value) => (typeof value === 'string' ? toWord(value) : unusual));
}

/** Returns the schema of a word that may be missing. A missing word is ''. */
export function okxWordOrBlank<const Word extends string>(
  words: readonly Word[],
): z.ZodType<Word | '' | Unrecognised, string | undefined> {
  const word = okxWord(['', ...words]);
  return withPlain(word.default(''), orBlank(plainFieldOf(word), ''));
}

/** The side of an order or of a fill. */
export const okxSide = withPlain(z.enum(['buy', 'sell']), (value) =>
  value === 'buy' || value === 'sell' ? value : unusual,
);
