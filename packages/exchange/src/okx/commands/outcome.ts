// Derives the outcome of a command, or the rows of a reading, from a response. The table of codes is in codes.ts.
import type { Log, OffGrid, Outcome, Report } from '@rondo/engine/ports';
import { readOkxRow, type OkxSchema } from '@rondo/protocol';
import { okxCode, okxReason, type OkxCommandClass } from './codes.ts';
import type { OkxResponse } from '../rest/rest.ts';

/** The verb of an order command. A code can have another meaning for each verb. */
export type CommandVerb = 'place' | 'amend' | 'cancel';

/** The acknowledgement in the response to an order command. */
export interface Acknowledgement {
  readonly sCode: string;
  readonly sMsg: string;
}

/**
 * Returns the outcome of one order command. `ack` is the schema of the item in the response, and `value` converts the
 * item to the value of the outcome. An unlisted code is logged.
 */
export function judgeCommand<Ack extends Acknowledgement, T>(
  response: OkxResponse,
  verb: CommandVerb,
  deps: { readonly ack: OkxSchema<Ack>; readonly value: (ack: Ack) => T; readonly log: Log },
): Outcome<T> {
  const early = judgeTransport(response);
  if (early !== null) return early;
  if (response.kind !== 'received') return { kind: 'unknown', cause: 'no response' };
  const { envelope } = response;
  const item = deps.ack.safeParse(envelope.data[0]);
  if (envelope.code === '0' && !item.success) return { kind: 'unknown', cause: 'accepted without a readable item' };
  if (!item.success || item.data.sCode === '')
    return judgeCode<T>(envelope.code, envelope.msg, { verb, log: deps.log, value: null });
  if (item.data.sCode === '0') return { kind: 'accepted', value: deps.value(item.data) };
  return judgeCode(item.data.sCode, item.data.sMsg, { verb, log: deps.log, value: deps.value(item.data) });
}

/**
 * Returns the outcome of each order of a batch. `ids` are the client ids of the items in the sequence of the request. An
 * item has its own result only when the row at its index has its client id. Otherwise the outcome of the item is unknown.
 * When the response has no rows, the code of the envelope decides about all items.
 */
export function judgeBatch<Ack extends Acknowledgement & { readonly clOrdId: string }, T>(
  response: OkxResponse,
  { verb, ids }: { readonly verb: CommandVerb; readonly ids: readonly string[] },
  deps: { readonly ack: OkxSchema<Ack>; readonly value: (ack: Ack) => T; readonly log: Log },
): readonly Outcome<T>[] {
  const early = judgeTransport(response);
  if (early !== null) return ids.map(() => early);
  if (response.kind !== 'received') return ids.map(() => ({ kind: 'unknown', cause: 'no response' }));
  const { code, msg, data } = response.envelope;
  const { log } = deps;
  if (data.length === 0 && code !== '0') {
    const outcome = judgeCode<T>(code, msg, { verb, log, value: null });
    return ids.map(() => outcome);
  }
  return ids.map((id, index) => {
    const row = deps.ack.safeParse(data[index]);
    if (!row.success || row.data.clOrdId !== id || row.data.sCode === '')
      return { kind: 'unknown', cause: `code ${code} without a row for the order` };
    const value = deps.value(row.data);
    if (row.data.sCode === '0') return { kind: 'accepted', value };
    return judgeCode(row.data.sCode, row.data.sMsg, { verb, log, value });
  });
}

/**
 * Returns the outcome of a change of a setting. The items of the response have no codes, so the code 0 of the envelope
 * is a success.
 */
export function judgeSetting(response: OkxResponse, log: Log): Outcome<null> {
  const early = judgeTransport(response);
  if (early !== null) return early;
  if (response.kind !== 'received') return { kind: 'unknown', cause: 'no response' };
  if (response.envelope.code === '0') return { kind: 'accepted', value: null };
  return judgeCode(response.envelope.code, response.envelope.msg, { verb: 'amend', log, value: null });
}

const unsentReasons = { budget: 'busy', deadline: 'notPlaced', key: 'key', signer: 'busy' } as const;

// A command that was not sent has no effect. A failed request, or a response with a status of 500 or more, proves
// nothing.
function judgeTransport(response: OkxResponse): Outcome<never> | null {
  if (response.kind === 'unsent') {
    return {
      kind: 'rejected',
      code: `local_${response.cause}`,
      message: 'not sent',
      reason: unsentReasons[response.cause],
    };
  }
  if (response.kind === 'failed') return { kind: 'unknown', cause: response.cause };
  if (response.status >= 500)
    return { kind: 'unknown', cause: `HTTP ${response.status}, code ${response.envelope.code}` };
  return null;
}

function judgeCode<T>(
  code: string,
  message: string,
  { verb, log, value }: { readonly verb: CommandVerb; readonly log: Log; readonly value: T | null },
): Outcome<T> {
  // The codes 1 and 2 mean that the items contain the result, so they prove nothing without a readable item. Only the
  // first part of a code such as 51008_1000 is listed.
  const plain = code.split('_')[0] ?? code;
  const listed = okxCode(plain);
  if (listed === undefined) {
    log.write('error', 'okx.code.unlisted', { code, verb, message: message.slice(0, 200) });
    return { kind: 'unknown', cause: `unlisted code ${code}` };
  }
  const proven: OkxCommandClass = listed[verb];
  if (proven === 'accepted' && value !== null) return { kind: 'accepted', value };
  if (proven === 'rejected') return { kind: 'rejected', code, message, reason: okxReason(plain, message) };
  return { kind: 'unknown', cause: `code ${code}: ${listed.meaning}` };
}

/** The result of a reading. `absent`: the exchange reports that the requested item does not exist. */
export type Rows<T> =
  | { readonly kind: 'rows'; readonly rows: readonly T[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly cause: string; readonly reason: 'unavailable' | 'key' | 'busy' };

/**
 * Returns the rows of a reading. Each row is checked against its schema. When one row is unreadable, the whole reading
 * fails.
 */
export function readRows<T>(response: OkxResponse, row: OkxSchema<T>): Rows<T> {
  if (response.kind === 'unsent') {
    const reason = response.cause === 'key' ? 'key' : 'busy';
    return { kind: 'failed', cause: `not sent: ${response.cause}`, reason };
  }
  if (response.kind === 'failed') {
    return { kind: 'failed', cause: response.cause, reason: response.status === 429 ? 'busy' : 'unavailable' };
  }
  const { code, msg, data } = response.envelope;
  if (code !== '0') {
    const read = okxCode(code)?.read ?? 'unavailable';
    if (read === 'absent' && response.status < 500) return { kind: 'absent' };
    return {
      kind: 'failed',
      cause: `code ${code}: ${msg}`.slice(0, 200),
      reason: read === 'absent' ? 'unavailable' : read,
    };
  }
  if (response.status !== 200) return { kind: 'failed', cause: `HTTP ${response.status}`, reason: 'unavailable' };
  const rows: T[] = [];
  for (const one of data) {
    const parsed = readOkxRow(row, one);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const cause = `unreadable row: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`;
      return { kind: 'failed', cause: cause.slice(0, 200), reason: 'unavailable' };
    }
    rows.push(parsed.data);
  }
  return { kind: 'rows', rows };
}

/** Returns a failed report. Without a reason the report is `unavailable`. `startedAt` is local time in epoch ms. */
export function failedReport(
  failure: { readonly cause: string; readonly reason?: 'unavailable' | 'key' | 'busy'; readonly offGrid?: OffGrid },
  startedAt: number,
): Report<never> {
  const { cause, reason = 'unavailable', offGrid } = failure;
  return { ok: false, cause, reason, startedAt, ...(offGrid === undefined ? {} : { offGrid }) };
}
