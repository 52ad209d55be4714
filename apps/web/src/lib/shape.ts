// Small parsers for what comes from outside on pages that must stay light: a value of the shape, or undefined.

/** Answers the value when it has the shape, else undefined. */
export type Parse<Value> = (value: unknown) => Value | undefined;
export type Parsed<P> = P extends Parse<infer Value> ? Value : never;

export const text =
  (least = 0, most = Number.POSITIVE_INFINITY): Parse<string> =>
  (value) =>
    typeof value === 'string' && value.length >= least && value.length <= most ? value : undefined;

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
  <Value>(parse: Parse<Value>, most: number): Parse<readonly Value[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length > most) return undefined;
    const items = value.map(parse).filter((item) => item !== undefined);
    return items.length === value.length ? items : undefined;
  };

/** Only the named fields are taken over. */
export const record =
  <Fields extends Readonly<Record<string, Parse<unknown>>>>(
    fields: Fields,
  ): Parse<{ readonly [Name in keyof Fields]: Parsed<Fields[Name]> }> =>
  (value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const given = new Map<string, unknown>(Object.entries(value));
    const parsed = Object.entries(fields).map(([name, parse]) => [name, parse(given.get(name))] as const);
    if (parsed.some(([, part]) => part === undefined)) return undefined;
    // Each field was made by its own parser.
    return Object.fromEntries(parsed) as { [Name in keyof Fields]: Parsed<Fields[Name]> };
  };
