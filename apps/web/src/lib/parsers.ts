// Small parsers for untrusted values, used instead of zod on pages with a small bundle.

/** Returns the typed value, or undefined when it does not have the expected shape. */
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

/** Accepts an object whose named fields are all valid. Other fields are removed. */
export const record =
  <Fields extends Readonly<Record<string, Parse<unknown>>>>(
    fields: Fields,
  ): Parse<{ readonly [Name in keyof Fields]: Parsed<Fields[Name]> }> =>
  (value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const given = new Map<string, unknown>(Object.entries(value));
    const parsed = Object.entries(fields).map(([name, parse]) => [name, parse(given.get(name))] as const);
    if (parsed.some(([, part]) => part === undefined)) return undefined;
    // Each field was returned by its own parser.
    return Object.fromEntries(parsed) as { [Name in keyof Fields]: Parsed<Fields[Name]> };
  };
