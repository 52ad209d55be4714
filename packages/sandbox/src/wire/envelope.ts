// Shapes of responses: the envelope, results per item; and parsing of loosely typed request fields.
import { parseBaseUnits } from '../base-units.ts';

/** A request body or query: clients send numbers, booleans and texts for the same field. */
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
  /** Rows; a few statistics return one record instead. */
  readonly data: readonly unknown[] | Raw;
  readonly inTime?: string;
  readonly outTime?: string;
}

/** The rows of a response; empty when it is one record. */
export function rowsOf(envelope: Envelope): readonly unknown[] {
  return Array.isArray(envelope.data) ? envelope.data : [];
}

/** The refusal of a single operation: OKX code, message and optional sub-code. */
export interface Refusal {
  readonly sCode: string;
  readonly sMsg: string;
  readonly subCode?: string;
}

/** A checked value, or the refusal. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

/** A failed check with its refusal. */
export function refuse(sCode: string, sMsg: string, subCode = ''): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { sCode, sMsg, subCode } };
}

/** The refusal 51000 for a parameter. */
export function parameterError(name: string): { readonly ok: false; readonly refusal: Refusal } {
  return refuse('51000', `Parameter ${name} error`);
}

/** A response with code 0. */
export function success(data: readonly unknown[]): CoreResponse {
  return { status: 200, json: { code: '0', msg: '', data } };
}

/** A response with an error code and no rows. */
export function failure(code: string, msg: string, status = 200): CoreResponse {
  return { status, json: { code, msg, data: [] } };
}

/** A request field as text; '' when absent. */
export function text(raw: Raw, name: string): string {
  const value = raw[name];
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A request field as boolean; only true and "true" are true. */
export function flag(raw: Raw, name: string): boolean {
  return text(raw, name) === 'true';
}

/** Whether a comma list in a request contains a value; an absent list contains every value. */
export function covers(raw: Raw, name: string, value: string): boolean {
  const asked = text(raw, name);
  return asked === '' || asked.split(',').includes(value);
}

/** A positive amount as a whole multiple of `step`; undefined when it is not a number, 'uneven' when it is not a multiple. */
export function wholeSteps(value: string, step: bigint): bigint | 'uneven' | undefined {
  const parsed = parseBaseUnits(value);
  if (parsed === undefined || parsed <= 0n) return undefined;
  return parsed % step === 0n ? parsed / step : 'uneven';
}

/** A page of rows, newest first, by an id that increases with time. `after` selects older rows, `before` newer rows. */
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
