// One signed or public REST request: budget, clock, signature, a single send, a bounded wait. It judges nothing but the shape.
import type { Clock, Log } from '@rondo/engine/ports';
import { okxTimeRow, okxTimestamp, parseOkxEnvelope, signOkxRequest, type OkxEnvelope } from '@rondo/protocol';
import { maxBudgetWaitMs, requestTimeoutMs, transportSlackMs } from '../limits.ts';
import type { HttpAnswer, HttpRequest, Transport } from '../transport.ts';
import { createRateBudget, type Priority, type RateBudget } from './rate-budget.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';

/** What signs. `environment` decides the demo header; it belongs to the key and never changes. */
export interface OkxCredentials {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}
export type OkxEnvironment = 'live' | 'demo' | 'sandbox';

/** A call of the API. `bucket` is the documented limit it counts under. `query` values are already exact texts. */
export interface OkxCall {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly bucket: string;
  readonly limit: number;
  readonly priority: Priority;
  /** Exchange time after which it must not be carried out: sent as expTime, and checked here before sending. */
  readonly deadlineAt?: number;
}

/** unsent: proven not to have left. failed: left, and nothing is known. answered: a readable envelope came back. */
export type OkxAnswer =
  | { readonly kind: 'unsent'; readonly cause: 'budget' | 'deadline' }
  | { readonly kind: 'failed'; readonly cause: string; readonly status: number | null }
  | { readonly kind: 'answered'; readonly status: number; readonly envelope: OkxEnvelope };

export interface OkxRest {
  send(call: OkxCall): Promise<OkxAnswer>;
  readonly serverClock: ServerClock;
}

export interface OkxRestParts {
  readonly origin: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
  readonly credentials: OkxCredentials | null;
  readonly environment: OkxEnvironment;
}

// Refused before processing because of the clock: safe to send once more after measuring. Reliability sheet, row 49.
const clockCodes = new Set(['50102', '50112']);

/** Makes a REST client for one key (or for public calls when there is none). Never throws for the network. */
export function createOkxRest(parts: OkxRestParts): OkxRest {
  const budget = createRateBudget(parts.clock);
  const serverClock = createServerClock({ clock: parts.clock, log: parts.log, ask: () => askTime(parts) });

  async function sendSigned(call: OkxCall): Promise<OkxAnswer> {
    await serverClock.ready();
    const hasPassed = (): boolean => call.deadlineAt !== undefined && serverClock.now() >= call.deadlineAt;
    if (hasPassed()) return { kind: 'unsent', cause: 'deadline' };
    const waitMs = call.deadlineAt === undefined ? maxBudgetWaitMs : Math.max(0, call.deadlineAt - serverClock.now());
    const granted = await budget.take(
      { key: call.bucket, limit: call.limit, priority: call.priority },
      Math.min(waitMs, maxBudgetWaitMs),
    );
    if (!granted) return { kind: 'unsent', cause: 'budget' };
    if (hasPassed()) return { kind: 'unsent', cause: 'deadline' };
    const answer = await exchangeOnce(parts, toRequest(parts, call, serverClock.now()));
    return judgeShape(answer);
  }

  return {
    serverClock,
    async send(call) {
      const first = await sendSigned(call);
      noteLimit(budget, call, first);
      if (first.kind !== 'answered' || !clockCodes.has(first.envelope.code)) return first;
      await serverClock.measure();
      return sendSigned(call);
    },
  };
}

function noteLimit(budget: RateBudget, call: OkxCall, answer: OkxAnswer): void {
  const isLimited =
    answer.kind === 'answered' ? answer.envelope.code === '50011' : answer.kind === 'failed' && answer.status === 429;
  if (isLimited) budget.penalise(call.bucket);
}

function toRequest(parts: OkxRestParts, call: OkxCall, atMs: number): HttpRequest {
  const method = call.body === undefined ? 'GET' : 'POST';
  const query = Object.entries(call.query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const path = query.length === 0 ? call.path : `${call.path}?${query.join('&')}`;
  const body = call.body === undefined ? '' : JSON.stringify(call.body);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== '') headers['content-type'] = 'application/json';
  if (parts.environment === 'demo') headers['x-simulated-trading'] = '1';
  if (call.deadlineAt !== undefined) headers['expTime'] = String(Math.floor(call.deadlineAt));
  if (parts.credentials !== null) {
    const timestamp = okxTimestamp(atMs);
    headers['OK-ACCESS-KEY'] = parts.credentials.apiKey;
    headers['OK-ACCESS-SIGN'] = signOkxRequest(parts.credentials.secretKey, { timestamp, method, path, body });
    headers['OK-ACCESS-TIMESTAMP'] = timestamp;
    headers['OK-ACCESS-PASSPHRASE'] = parts.credentials.passphrase;
  }
  return { method, url: parts.origin + path, headers, body: body === '' ? null : body, timeoutMs: requestTimeoutMs };
}

type Sent = { readonly ok: true; readonly answer: HttpAnswer } | { readonly ok: false; readonly cause: string };

// The transport has a time-out of its own; this one goes by the port's clock and also bounds a transport that never answers.
function exchangeOnce(parts: OkxRestParts, request: HttpRequest): Promise<Sent> {
  return new Promise((resolve) => {
    const guard = parts.clock.after(request.timeoutMs + transportSlackMs, () =>
      resolve({ ok: false, cause: 'timeout' }),
    );
    const finish = (sent: Sent): void => {
      guard.cancel();
      resolve(sent);
    };
    parts.transport.request(request).then(
      (answer) => finish({ ok: true, answer }),
      (error: unknown) => finish({ ok: false, cause: causeOf(error) }),
    );
  });
}

function judgeShape(sent: Sent): OkxAnswer {
  if (!sent.ok) return { kind: 'failed', cause: sent.cause, status: null };
  const { status, text } = sent.answer;
  const envelope = parseOkxEnvelope(text);
  if (envelope === undefined) return { kind: 'failed', cause: `unreadable answer, HTTP ${status}`, status };
  return { kind: 'answered', status, envelope };
}

async function askTime(parts: OkxRestParts): Promise<number | null> {
  const unsigned = { ...parts, credentials: null };
  const call: OkxCall = { path: '/api/v5/public/time', bucket: 'time', limit: 10, priority: 'read' };
  const answer = judgeShape(await exchangeOnce(parts, toRequest(unsigned, call, parts.clock.now())));
  if (answer.kind !== 'answered') return null;
  const row = okxTimeRow.safeParse(answer.envelope.data[0]);
  return row.success ? row.data.ts : null;
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'network failure';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return `${code}: ${error.message}`.slice(0, 200);
}
