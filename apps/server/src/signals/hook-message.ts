// Parses the message of an incoming signal: one word, or a JSON object as alerts of chart programs send it.
import { createHash } from 'node:crypto';
import { hasSafeShape } from '../edge/json-shape.ts';
import { jsonOf } from '../json-text.ts';
import { serverLimits } from '../limits.ts';
import * as z from 'zod';

/** A message. `id` is the id that its sender has chosen, and `sentAt` the time (epoch ms) that it contains; both can be missing. */
export interface ParsedHookMessage {
  readonly action: 'open' | 'hold' | 'last';
  readonly id: string | null;
  readonly sentAt: number | null;
  readonly maxLagMs: number;
  readonly bodyHash: string;
}

/** The wrong field of a message, with the reason. */
export interface HookMessageRefusal {
  readonly field: string;
  readonly reason: string;
}

const notAnAction = { error: 'must be open, hold or last' };
const action = z
  .string(notAnAction)
  .transform((word) => word.toLowerCase())
  .pipe(z.enum(['open', 'hold', 'last'], notAnAction));
const id = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().regex(/^[\w.:-]{1,64}$/, 'must have 1 to 64 letters, digits, _ . : -'));
const seconds = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number),
  ])
  .pipe(
    z
      .number()
      .min(1)
      .max(serverLimits.hookLagMaxMs / 1_000),
  );
const time = z
  .union([z.string(), z.number()])
  .transform(timeOf)
  .pipe(z.int({ error: 'must be an ISO time with a zone or a Unix time' }).positive());

/** Alerts can contain more fields, for example the symbol. These fields are ignored. */
const messageSchema = z.object({ action, id: id.optional(), time: time.optional(), max_lag: seconds.optional() });

/** Returns the message, or its first wrong field. `now` is the time of its arrival in epoch ms. */
export function parseHookMessage(
  body: string,
  now: number,
):
  | { readonly ok: true; readonly message: ParsedHookMessage }
  | { readonly ok: false; readonly refusal: HookMessageRefusal } {
  const text = body.trim();
  // A client of the OpenAPI document sends the word as a JSON string.
  const word = text.startsWith('"') ? safeJsonOf(text) : text;
  const given = text.startsWith('{') ? safeJsonOf(text) : { action: word };
  if (given === null) return { ok: false, refusal: { field: 'action', reason: 'the message is no valid JSON' } };
  const parsed = messageSchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return {
      ok: false,
      refusal: { field: String(issue?.path[0] ?? 'action'), reason: issue?.message ?? 'not accepted' },
    };
  }
  const { action: wanted, id: name, time: sentAt, max_lag: lag } = parsed.data;
  if (sentAt !== undefined && sentAt > now + serverLimits.hookAheadMs)
    return { ok: false, refusal: { field: 'time', reason: 'is in the future' } };
  const message: ParsedHookMessage = {
    action: wanted,
    id: name ?? null,
    sentAt: sentAt ?? null,
    maxLagMs: lag === undefined ? serverLimits.hookLagMs : lag * 1_000,
    bodyHash: createHash('sha256').update(body).digest('hex'),
  };
  return { ok: true, message };
}

const safeJsonOf = (text: string): unknown => (hasSafeShape(text) ? jsonOf(text) : null);

/** The largest Unix time in seconds. A larger number is a time in milliseconds. */
const largestSeconds = 100_000_000_000;

/** `Date.parse` also accepts other texts, and reads a time without zone in the zone of the server. */
const isoTimeWithZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Returns the time in epoch ms, or NaN. */
function timeOf(given: string | number): number {
  if (typeof given === 'string' && !/^\d+$/.test(given))
    return isoTimeWithZone.test(given) ? Date.parse(given) : Number.NaN;
  const count = Number(given);
  return count < largestSeconds ? Math.round(count * 1_000) : Math.round(count);
}
