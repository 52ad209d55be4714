// One signed or public REST request: budget, clock, signature, a single send, a bounded wait. It judges nothing but the shape.
import type { Clock, Log } from '@rondo/engine/ports';
import type { LinkMeter, MeteredCall } from '../../meter.ts';
import { okxTimeRow, okxTimestamp, parseOkxEnvelope, signOkxRequest, type OkxEnvelope } from '@rondo/protocol';
import { okxCode } from '../commands/codes.ts';
import { accountOrderLimit, addressLimit, maxBudgetWaitMs, requestTimeoutMs, transportSlackMs } from '../../limits.ts';
import type { HttpAnswer, HttpRequest, Transport } from '../../transport/transport.ts';
import { createKeyGuard } from './key-guard.ts';
import { createRateBudget, type BucketUse, type Priority, type RateBudget } from './rate-budget.ts';
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
  /** Somebody asks what the key is: sent even when it was refused a moment ago. */
  readonly isAboutKey?: boolean;
}

/** unsent: proven not to have left. failed: left, and nothing is known. answered: a readable envelope came back. */
export type OkxAnswer =
  | { readonly kind: 'unsent'; readonly cause: 'budget' | 'deadline' | 'key' }
  | { readonly kind: 'failed'; readonly cause: string; readonly status: number | null }
  | { readonly kind: 'answered'; readonly status: number; readonly envelope: OkxEnvelope };

export interface OkxRest {
  send(call: OkxCall): Promise<OkxAnswer>;
  readonly serverClock: ServerClock;
  /** The exchange refused the key at the last call, or no call has left since. */
  isKeyRefused(): boolean;
}

export interface OkxRestParts {
  readonly origin: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
  readonly credentials: OkxCredentials | null;
  readonly environment: OkxEnvironment;
  readonly meter?: LinkMeter;
  /** Shared by the clients of one account: the exchange counts by account, not by key. */
  readonly accountBudget?: RateBudget;
  /** Shared by every client of this address; without it the client counts alone. */
  readonly addressBudget?: RateBudget;
}

// Refused before processing because of the clock: safe to send once more after measuring. Failure 49.
const clockCodes = new Set(['50102', '50112']);

// Service unavailable, timed out or overloaded: OKX v5, "Error code", general class.
const proofless = new Set(['50001', '50004', '50005', '50013', '50026']);

/** Makes a REST client for one key (or for public calls when there is none). Never throws for the network. */
export function createOkxRest(parts: OkxRestParts): OkxRest {
  const budget = parts.accountBudget ?? createRateBudget(parts.clock);
  const serverClock = createServerClock({ clock: parts.clock, log: parts.log, ask: () => askTime(parts) });
  const guard = createKeyGuard(parts.clock);

  async function sendSigned(call: OkxCall): Promise<OkxAnswer> {
    await serverClock.ready();
    const hasPassed = (): boolean => call.deadlineAt !== undefined && serverClock.now() >= call.deadlineAt;
    if (hasPassed()) return { kind: 'unsent', cause: 'deadline' };
    const waitMs = call.deadlineAt === undefined ? maxBudgetWaitMs : Math.max(0, call.deadlineAt - serverClock.now());
    for (const { from, use } of budgetsOf(call, { own: budget, address: parts.addressBudget ?? budget })) {
      if (!(await from.take(use, Math.min(waitMs, maxBudgetWaitMs)))) return { kind: 'unsent', cause: 'budget' };
    }
    if (hasPassed()) return { kind: 'unsent', cause: 'deadline' };
    const sentAt = parts.clock.now();
    const answer = judgeShape(await exchangeOnce(parts, toRequest(parts, call, serverClock.now())));
    parts.meter?.call({ verdict: verdictOf(answer), durationMs: parts.clock.now() - sentAt });
    if (answer.kind === 'answered' && answer.status < 500) noteKey(answer.envelope.code);
    return answer;
  }

  function noteKey(code: string): void {
    const wasRefused = guard.isRefused();
    guard.note(code);
    if (wasRefused === guard.isRefused()) return;
    if (wasRefused) parts.log.write('info', 'okx.key.accepted', {});
    else parts.log.write('error', 'okx.key.refused', { code });
  }

  return {
    serverClock,
    isKeyRefused: () => guard.isRefused(),
    async send(call) {
      if (call.isAboutKey !== true && !guard.mayAsk()) return { kind: 'unsent', cause: 'key' };
      const first = await sendSigned(call);
      noteLimit({ own: budget, address: parts.addressBudget ?? budget }, call, first);
      if (first.kind !== 'answered' || !clockCodes.has(first.envelope.code)) return first;
      await serverClock.measure();
      return sendSigned(call);
    },
  };
}

// A refusal of what was asked is a healthy call; no answer, a busy or broken exchange, and a refused key are not.
function verdictOf(answer: OkxAnswer): MeteredCall['verdict'] {
  if (answer.kind !== 'answered' || answer.status >= 500) return 'failed';
  const { code } = answer.envelope;
  if (code === '0' || code === '1' || code === '2') return 'ok';
  const read = okxCode(code)?.read;
  if (read === 'key') return 'key';
  return read === 'busy' || proofless.has(code) ? 'failed' : 'ok';
}

interface Budgets {
  readonly own: RateBudget;
  readonly address: RateBudget;
}

const orderKey = 'orders of the account';
const addressKey = 'requests of the address';
const orderPaths = /\/trade\/(order|amend-order|batch-orders|amend-batch-orders)$/;

// Each call counts under its endpoint; new and changed orders also under the account, everything also under this address.
function budgetsOf(call: OkxCall, { own, address }: Budgets): { readonly from: RateBudget; readonly use: BucketUse }[] {
  const { priority } = call;
  const isOrder = call.body !== undefined && orderPaths.test(call.path);
  return [
    { from: own, use: { key: call.bucket, limit: call.limit, priority } },
    ...(isOrder ? [{ from: own, use: { key: orderKey, limit: accountOrderLimit, priority } }] : []),
    { from: address, use: { key: addressKey, limit: addressLimit, priority } },
  ];
}

// 50011 is the endpoint's limit, 50061 the account's; a bare 429 comes from the gateway, which counts by address.
function noteLimit({ own, address }: Budgets, call: OkxCall, answer: OkxAnswer): void {
  if (answer.kind === 'answered' && answer.envelope.code === '50011') own.penalise(call.bucket);
  if (answer.kind === 'answered' && answer.envelope.code === '50061') own.penalise(orderKey);
  if (answer.kind === 'failed' && answer.status === 429) {
    own.penalise(call.bucket);
    address.penalise(addressKey);
  }
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
