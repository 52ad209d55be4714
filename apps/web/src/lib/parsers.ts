// Small parsers for untrusted values. Pages with a small bundle use these parsers instead of zod.

/** A parser returns the typed value, or undefined when the value does not have the expected shape. */
export type Parse<Value> = (value: unknown) => Value | undefined;
/** The type that a parser returns. */
export type Parsed<P> = P extends Parse<infer Value> ? Value : never;

/** Accepts text whose length is from `min` to `max` characters. */
export const text =
  (min = 0, max = Number.POSITIVE_INFINITY): Parse<string> =>
  (value) =>
    typeof value === 'string' && value.length >= min && value.length <= max ? value : undefined;

/** Accepts finite numbers. */
export const number: Parse<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const flag: Parse<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

export const nothing: Parse<null> = (value) => (value === null ? null : undefined);

export const orNull =
  <Value>(parse: Parse<Value>): Parse<Value | null> =>
  (value) =>
    value === null ? null : parse(value);

export const oneOf =
  <const Values extends readonly string[]>(...values: Values): Parse<Values[number]> =>
  (value) =>
    values.find((known) => known === value);

export const listOf =
  <Value>(parse: Parse<Value>, max: number): Parse<readonly Value[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length > max) return undefined;
    const items = value.map(parse).filter((item) => item !== undefined);
    return items.length === value.length ? items : undefined;
  };

/** Accepts an object whose fields in `fields` are all valid. Other fields are removed. */
export const record =
  <Fields extends Readonly<Record<string, Parse<unknown>>>>(
    fields: Fields,
  ): Parse<{ readonly [Name in keyof Fields]: Parsed<Fields[Name]> }> =>
  (value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const given = new Map<string, unknown>(Object.entries(value));
    const parsed = Object.entries(fields).map(([name, parse]) => [name, parse(given.get(name))] as const);
    if (parsed.some(([, part]) => part === undefined)) return undefined;
    // The cast is safe, because the parser of each field returned the value of the field.
    return Object.fromEntries(parsed) as { [Name in keyof Fields]: Parsed<Fields[Name]> };
  };
