// Reads rows with their schemas. The fields of most rows have few types, and a whole row of such fields is read without the
// costs of a general schema. Any other row is read by the schema itself, which also describes the error.
import * as z from 'zod';
import { plainFieldOf, unusual, type OkxField } from './field.ts';

type PlainRow = readonly { readonly name: string; readonly read: OkxField }[];

const plainRows = new WeakMap<z.ZodType, PlainRow | null>();

/** Returns the same result as `schema.safeParse(raw)`. */
export function readOkxRow<T>(schema: z.ZodType<T>, raw: unknown): z.ZodSafeParseResult<T> {
  const row = plainRowOf(schema);
  const data = row === null ? unusual : readPlain(row, raw);
  return data === unusual ? schema.safeParse(raw) : { success: true, data: data as T }; // Each field was read like its schema reads it.
}

function plainRowOf(schema: z.ZodType): PlainRow | null {
  const known = plainRows.get(schema);
  if (known !== undefined) return known;
  const row = schema instanceof z.ZodObject ? fieldsOf(schema) : null;
  plainRows.set(schema, row);
  return row;
}

function fieldsOf({ shape }: z.ZodObject): PlainRow {
  return Object.entries(shape).map(([name, field]) => ({ name, read: plainFieldOf(field) }));
}

function readPlain(row: PlainRow, raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return unusual;
  const data: Record<string, unknown> = {};
  for (const { name, read } of row) {
    const value = read(Reflect.get(raw, name));
    if (value === unusual) return unusual;
    data[name] = value;
  }
  return data;
}
