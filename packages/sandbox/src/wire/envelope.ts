// The formats of responses, and the parsing of request fields whose type varies.
import { parseBaseUnits } from '../base-units.ts';

/** A request body or query. Clients send numbers, booleans and texts for one field. */
export type Raw = Readonly<Record<string, unknown>>;

/** HTTP status and JSON body of a response. */
export interface CoreResponse {
  readonly status: number;
  readonly json: Envelope;
}

/** The JSON body of every v5 response. */
export interface Envelope {
  readonly code: string;
  readonly msg: string;
  /** The rows. A few statistics return one record instead of rows. */
  readonly data: readonly unknown[] | Raw;
  readonly inTime?: string;
  readonly outTime?: string;
}

/** Returns the rows of a response. The result is empty when the response has one record. */
export function rowsOf(envelope: Envelope): readonly unknown[] {
  return Array.isArray(envelope.data) ? envelope.data : [];
}

/** The refusal of a single operation: the code of OKX, the message, and an optional subcode. */
export interface Refusal {
  readonly sCode: string;
  readonly sMsg: string;
  readonly subCode?: string;
}

/** A checked value or a refusal. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

/** Returns a failed check with its refusal. */
export function refuse(sCode: string, sMsg: string, subCode = ''): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { sCode, sMsg, subCode } };
}

/** Returns the refusal 51000 for a parameter. */
export function parameterError(name: string): { readonly ok: false; readonly refusal: Refusal } {
  return refuse('51000', `Parameter ${name} error`);
}

/** Returns a response with code 0. */
export function success(data: readonly unknown[]): CoreResponse {
  return { status: 200, json: { code: '0', msg: '', data } };
}

/** Returns a response with an error code and without rows. */
export function failure(code: string, msg: string, status = 200): CoreResponse {
  return { status, json: { code, msg, data: [] } };
}

/** Returns a request field as text. A missing field is ''. */
export function text(raw: Raw, name: string): string {
  const value = raw[name];
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Returns a request field as a boolean. Only true and "true" are true. */
export function flag(raw: Raw, name: string): boolean {
  return text(raw, name) === 'true';
}

/** Returns whether a comma-separated list in a request contains a value. When the list is missing, every value is accepted. */
export function covers(raw: Raw, name: string, value: string): boolean {
  const asked = text(raw, name);
  return asked === '' || asked.split(',').includes(value);
}

/**
 * Returns a positive amount as a whole multiple of `step`. Returns undefined for a text that is not a positive number, and 'uneven' for an amount that is not
 * a multiple.
 */
export function wholeSteps(value: string, step: bigint): bigint | 'uneven' | undefined {
  const parsed = parseBaseUnits(value);
  if (parsed === undefined || parsed <= 0n) return undefined;
  return parsed % step === 0n ? parsed / step : 'uneven';
}

/** Returns a page of rows by an id that increases with time. The newest row is first. `after` selects older rows, and `before` selects newer rows. */
export function page<Item>(
  items: readonly Item[],
  raw: Raw,
  options: { idOf: (item: Item) => string; limit: number },
): Item[] {
  const after = wholeNumber(text(raw, 'after'));
  const before = wholeNumber(text(raw, 'before'));
  const asked = Number(text(raw, 'limit') || options.limit);
  const limit = Number.isInteger(asked) && asked > 0 ? Math.min(asked, options.limit) : options.limit;
  const rows: Item[] = [];
  for (let index = items.length - 1; index >= 0 && rows.length < limit; index -= 1) {
    const item = items[index];
    if (item === undefined) continue;
    const id = BigInt(options.idOf(item));
    if (after !== undefined && id >= after) continue;
    if (before !== undefined && id <= before) break;
    rows.push(item);
  }
  return rows;
}

function wholeNumber(value: string): bigint | undefined {
  return /^\d{1,30}$/.test(value) ? BigInt(value) : undefined;
}
