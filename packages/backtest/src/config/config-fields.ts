// Reads the fields of a JSON configuration strictly. A refusal has the path of the first bad field and the allowed values.
import { compareDecimals, decimal, formatDecimal, parseDecimal, type Decimal } from '@rondo/decimal';
import { maxDecimalPlaces } from '../limits.ts';

/** The path of the first bad field, such as `instrument.tickSz`, and the reason of the refusal. */
export type FieldRefusal = { readonly field: string; readonly reason: string };

/** The fields of an object and the path of the object in the document. The path of the whole document is ''. */
export type Fields = { readonly path: string; readonly values: Readonly<Record<string, unknown>> };

/** The bounds of a decimal, as texts. The range includes `least` and `most`, and excludes `above` and `below`. */
export type DecimalRange = {
  readonly above?: string;
  readonly least?: string;
  readonly below?: string;
  readonly most?: string;
};

/** The error for a bad field of a configuration. The function that started the reading catches this error. */
export class BadField extends Error {
  readonly field: string;
  constructor(field: string, reason: string) {
    super(reason);
    this.field = field;
  }
}

/** Returns the fields of a JSON object. Throws BadField when the value is not an object or has a field with an unknown name. */
export function readObject(value: unknown, path: string, known: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadField(path, `must be an object, not ${shown(value)}`);
  const values: Readonly<Record<string, unknown>> = { ...value };
  for (const name of Object.keys(values)) {
    if (!known.includes(name)) throw new BadField(join(path, name), `is unknown; known are ${known.join(', ')}`);
  }
  return { path, values };
}

/** Returns true when the object contains the field. */
export function has(fields: Fields, name: string): boolean {
  return fields.values[name] !== undefined;
}

/** Returns a decimal that is written as a text. Throws BadField when the field is missing or outside the range. */
export function readDecimal(fields: Fields, name: string, range: DecimalRange): Decimal {
  return checkDecimal(given(fields, name), join(fields.path, name), range);
}

/** Returns the decimal of a text at a path. Throws BadField when the value is not a decimal text or is outside the range. */
export function checkDecimal(value: unknown, path: string, range: DecimalRange): Decimal {
  if (typeof value !== 'string')
    throw new BadField(path, `must be a decimal in quotes such as "0.5", not ${shown(value)}`);
  const number = parseDecimal(value);
  if (number === undefined) throw new BadField(path, `must be a plain decimal such as "0.5", not ${shown(value)}`);
  if (number.scale > maxDecimalPlaces) throw new BadField(path, `has more than ${maxDecimalPlaces} decimal places`);
  const isInside =
    (range.above === undefined || compareDecimals(number, decimal(range.above)) > 0) &&
    (range.least === undefined || compareDecimals(number, decimal(range.least)) >= 0) &&
    (range.below === undefined || compareDecimals(number, decimal(range.below)) < 0) &&
    (range.most === undefined || compareDecimals(number, decimal(range.most)) <= 0);
  if (!isInside) throw new BadField(path, `must be ${describe(range)}, not ${formatDecimal(number)}`);
  return number;
}

/** Returns a whole JSON number. Throws BadField when the number is outside its bounds. Both bounds are allowed values. */
export function readCount(
  fields: Fields,
  name: string,
  bounds: { readonly min: number; readonly max: number },
): number {
  const path = join(fields.path, name);
  const value = given(fields, name);
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw new BadField(path, `must be a whole number without quotes, not ${shown(value)}`);
  if (value < bounds.min || value > bounds.max)
    throw new BadField(path, `must be from ${bounds.min} to ${bounds.max}, not ${value}`);
  return value;
}

/** Returns one of the allowed texts. Returns `standard` when the field is absent. */
export function readChoice<T extends string>(
  fields: Fields,
  name: string,
  choice: { readonly among: readonly T[]; readonly standard?: T },
): T {
  if (!has(fields, name) && choice.standard !== undefined) return choice.standard;
  const value = given(fields, name);
  const found = choice.among.find((one) => one === value);
  if (found === undefined)
    throw new BadField(join(fields.path, name), `must be ${choice.among.join(' or ')}, not ${shown(value)}`);
  return found;
}

/** Returns true or false. Returns `standard` when the field is absent. */
export function readFlag(fields: Fields, name: string, standard: boolean): boolean {
  const value = fields.values[name];
  if (value === undefined) return standard;
  if (typeof value !== 'boolean')
    throw new BadField(join(fields.path, name), `must be true or false, not ${shown(value)}`);
  return value;
}

/** Returns the value of a required field. Throws BadField when the field is missing. */
export function given(fields: Fields, name: string): unknown {
  const value = fields.values[name];
  if (value === undefined) throw new BadField(join(fields.path, name), 'is missing');
  return value;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function describe(range: DecimalRange): string {
  const words: readonly (readonly [string, string | undefined])[] = [
    ['above', range.above],
    ['at least', range.least],
    ['below', range.below],
    ['at most', range.most],
  ];
  return words
    .filter(([, bound]) => bound !== undefined)
    .map(([word, bound]) => `${word} ${bound}`)
    .join(' and ');
}

const shownLength = 40;

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? typeof value).slice(0, shownLength);
}
