// Encodes and decodes hints. The envelope of a hint names its sender and counts the hints of the sender.
import * as z from 'zod';
import { subjects, type HintFields, type HintName } from './subjects.ts';

/** The sender of a hint, and the number of the hint among all hints of this sender. */
export interface HintOrigin {
  /** The installation of the sender. Several installations may use one NATS, and a node ignores the hints of another installation. */
  readonly installation: string;
  readonly from: string;
  readonly n: number;
}

const originSchema = z.object({
  installation: z.string().max(64),
  from: z.string().max(64),
  n: z.number().int().nonnegative(),
});

/** A received hint with its sender. */
export interface DecodedHint<Name extends HintName> {
  readonly origin: HintOrigin;
  readonly fields: HintFields<Name>;
}

/** Returns the text of a hint. */
export function encodeHint<Name extends HintName>(origin: HintOrigin, fields: HintFields<Name>): string {
  return JSON.stringify({ ...fields, ...origin });
}

/** Returns the hint of a text. Returns null when the text is not a hint of this subject. Unknown fields are ignored. */
export function decodeHint<Name extends HintName>(name: Name, text: string): DecodedHint<Name> | null {
  const parsed = parseJson(text);
  const origin = originSchema.safeParse(parsed);
  const fields = subjects[name].fields.safeParse(parsed);
  if (!origin.success || !fields.success) return null;
  // The schema of this subject has parsed the fields. The compiler does not connect the schema with the type parameter.
  return { origin: origin.data, fields: fields.data as HintFields<Name> };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
