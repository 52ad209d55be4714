// Sends one signed or public REST request. The request waits for the rate budget for a limited time and is signed with
// the exchange clock.
import type { Clock, Log } from '@rondo/engine/ports';
import type { LinkMeter, MeteredCall } from '../../meter.ts';
import { okxTimeRowSchema, okxTimestamp, parseOkxEnvelope, type OkxEnvelope } from '@rondo/protocol';
import { okxCode } from '../commands/codes.ts';
import {
  accountOrderLimit,
  addressLimit,
  maxBudgetWaitMs,
  requestTimeoutMs,
  timeLimit,
  transportSlackMs,
} from '../../limits.ts';
import type { HttpResponse, HttpRequest, Transport } from '../../transport/transport.ts';
import { createKeyGuard } from './key-guard.ts';
import { createRateBudget, type BucketUse, type Priority, type RateBudget } from './rate-budget.ts';
import type { OkxSigner } from './signer.ts';
import { createServerClock, type ServerClock, type ClockReading } from './server-clock.ts';

/**
 * The environment of a key. A key never changes its environment. Requests of `demo` have the header
 * x-simulated-trading.
 */
export type OkxEnvironment = 'live' | 'demo' | 'sandbox';

/**
 * One request. `bucket` is the name of the bucket in which the request counts, and `limit` is the allowed number of
 * requests per 2 s. A request with a body is a POST.
 */
export interface OkxCall {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly bucket: string;
  readonly limit: number;
  readonly priority: Priority;
  /** The number of orders in a request to a batch endpoint. The default is 1. */
  readonly count?: number;
  /**
   * The exchange time in epoch ms after which the exchange must not execute the request. The client checks the deadline
   * before it sends the request, and sends the deadline as `expTime`.
   */
  readonly deadlineAt?: number;
  /** True for a request that checks the key. The request is sent even while the key counts as refused. */
  readonly isAboutKey?: boolean;
}

/**
 * The result of a request. `unsent`: the request was not sent. `failed`: the request was sent and its effect is
 * unknown. `received`: a readable envelope was received.
 */
export type OkxResponse =
  | { readonly kind: 'unsent'; readonly cause: 'budget' | 'deadline' | 'key' | 'signer' }
  | { readonly kind: 'failed'; readonly cause: string; readonly status: number | null }
  | { readonly kind: 'received'; readonly status: number; readonly envelope: OkxEnvelope };

/**
 * The REST client of one key. The promise of `send` never rejects. A request is sent twice only when the exchange
 * refused its timestamp.
 */
export interface OkxRest {
  send(call: OkxCall): Promise<OkxResponse>;
  readonly serverClock: ServerClock;
  /** Returns true when the exchange refused the key and has not accepted a request with the key after that. */
  isKeyRefused(): boolean;
}

/** The dependencies of a REST client. When `signer` is null, requests are not signed. */
export interface OkxRestDeps {
  readonly origin: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
  readonly signer: OkxSigner | null;
  readonly environment: OkxEnvironment;
  readonly meter?: LinkMeter;
  /**
   * Clients of one account must use one budget, because the exchange counts the requests of an account and not the
   * requests of a key.
   */
  readonly accountBudget?: RateBudget;
  /**
   * All clients that use one IP address must use one budget. When the budget is undefined, the client counts only its
   * own requests.
   */
  readonly addressBudget?: RateBudget;
  /** The clock of the exchange, which all accounts share. When it is undefined, the client creates its own clock. */
  readonly serverClock?: ServerClock;
}

// With these codes the exchange refuses a request because of its timestamp and before processing. The clock is then
// measured, and the request is sent once more. Source: failure 49.
const clockCodes = new Set(['50102', '50112']);

// With these codes OKX reports that it is unavailable or overloaded, or that a request timed out. Source: OKX v5,
// "Error code", general class.
const unavailableCodes = new Set(['50001', '50004', '50005', '50013', '50026']);

/**
 * Returns a REST client for one key. Without credentials, returns a client for public requests. A network failure never rejects a promise.
 */
export function createOkxRest(deps: OkxRestDeps): OkxRest {
  const budget = deps.accountBudget ?? createRateBudget(deps.clock);
  const address = deps.addressBudget ?? budget;
  const { clock, log } = deps;
  const serverClock = deps.serverClock ?? createServerClock({ clock, log, ask: () => askTime(deps, address) });
  const guard = createKeyGuard(deps.clock);

  async function sendSigned(call: OkxCall): Promise<OkxResponse> {
    // Only a signed request contains a timestamp.
    if (deps.signer !== null) await serverClock.ready();
    const hasPassed = (): boolean => call.deadlineAt !== undefined && serverClock.now() >= call.deadlineAt;
    if (hasPassed()) return { kind: 'unsent', cause: 'deadline' };
    const waitMs = call.deadlineAt === undefined ? maxBudgetWaitMs : Math.max(0, call.deadlineAt - serverClock.now());
    for (const { from, use } of budgetsOf(call, { own: budget, address })) {
      if (!(await from.take(use, Math.min(waitMs, maxBudgetWaitMs)))) return { kind: 'unsent', cause: 'budget' };
    }
    if (hasPassed()) return { kind: 'unsent', cause: 'deadline' };
    const request = await toRequest(deps, call, serverClock.now());
    if (request === null) return { kind: 'unsent', cause: 'signer' };
    // The wait for the signature can last longer than the time that was left.
    if (hasPassed()) return { kind: 'unsent', cause: 'deadline' };
    const sentAt = deps.clock.now();
    const response = judgeShape(await exchangeOnce(deps, request));
    deps.meter?.call({ verdict: verdictOf(response), durationMs: deps.clock.now() - sentAt });
    if (response.kind === 'received' && response.status < 500) recordKeyCode(response.envelope.code);
    return response;
  }

  function recordKeyCode(code: string): void {
    const wasRefused = guard.isRefused();
    guard.note(code);
    if (wasRefused === guard.isRefused()) return;
    if (wasRefused) deps.log.write('info', 'okx.key.accepted', {});
    else deps.log.write('error', 'okx.key.refused', { code });
  }

  return {
    serverClock,
    isKeyRefused: () => guard.isRefused(),
    async send(call) {
      if (call.isAboutKey !== true && !guard.mayAsk()) return { kind: 'unsent', cause: 'key' };
      const first = await sendSigned(call);
      recordLimitCode({ own: budget, address }, call, first);
      if (first.kind !== 'received' || !clockCodes.has(first.envelope.code)) return first;
      await serverClock.measure();
      return sendSigned(call);
    },
  };
}

// A request that the exchange refused for another reason than the key, a rate limit or an error of the exchange counts
// as `ok`, because the connection works.
function verdictOf(response: OkxResponse): MeteredCall['verdict'] {
  if (response.kind !== 'received' || response.status >= 500) return 'failed';
  const { code } = response.envelope;
  if (code === '0' || code === '1' || code === '2') return 'ok';
  const read = okxCode(code)?.read;
  if (read === 'key') return 'key';
  return read === 'busy' || unavailableCodes.has(code) ? 'failed' : 'ok';
}

interface Budgets {
  readonly own: RateBudget;
  readonly address: RateBudget;
}

const orderKey = 'orders of the account';
const addressKey = 'requests of the address';
const orderPaths = /\/trade\/(order|amend-order|batch-orders|amend-batch-orders)$/;

// Each request counts in the bucket of its endpoint and in the bucket of this IP address. A new or amended order also
// counts in the bucket of the account.
function budgetsOf(call: OkxCall, { own, address }: Budgets): { readonly from: RateBudget; readonly use: BucketUse }[] {
  const { priority, count = 1 } = call;
  const isOrder = call.body !== undefined && orderPaths.test(call.path);
  return [
    { from: own, use: { key: call.bucket, limit: call.limit, priority, count } },
    ...(isOrder ? [{ from: own, use: { key: orderKey, limit: accountOrderLimit, priority, count } }] : []),
    { from: address, use: { key: addressKey, limit: addressLimit, priority, isAddress: true } },
  ];
}

// The code 50011 reports the rate limit of the endpoint, and 50061 reports the rate limit of the account. A 429
// response without an envelope is from the gateway of OKX, which counts the requests of an IP address.
function recordLimitCode({ own, address }: Budgets, call: OkxCall, response: OkxResponse): void {
  if (response.kind === 'received' && response.envelope.code === '50011') own.penalise(call.bucket);
  if (response.kind === 'received' && response.envelope.code === '50061') own.penalise(orderKey);
  if (response.kind === 'failed' && response.status === 429) {
    own.penalise(call.bucket);
    address.penalise(addressKey);
  }
}

// Returns null when the request is not signed.
async function toRequest(deps: OkxRestDeps, call: OkxCall, atMs: number): Promise<HttpRequest | null> {
  const method = call.body === undefined ? 'GET' : 'POST';
  const query = Object.entries(call.query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const path = query.length === 0 ? call.path : `${call.path}?${query.join('&')}`;
  const body = call.body === undefined ? '' : JSON.stringify(call.body);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== '') headers['content-type'] = 'application/json';
  if (deps.environment === 'demo') headers['x-simulated-trading'] = '1';
  if (call.deadlineAt !== undefined) headers['expTime'] = String(Math.floor(call.deadlineAt));
  if (deps.signer !== null) {
    const timestamp = okxTimestamp(atMs);
    const signed = await deps.signer.signRequest({ timestamp, method, path, body });
    if (signed === null) return null;
    headers['OK-ACCESS-KEY'] = signed.apiKey;
    headers['OK-ACCESS-SIGN'] = signed.sign;
    headers['OK-ACCESS-TIMESTAMP'] = timestamp;
    headers['OK-ACCESS-PASSPHRASE'] = signed.passphrase;
  }
  return { method, url: deps.origin + path, headers, body: body === '' ? null : body, timeoutMs: requestTimeoutMs };
}

type Sent = { readonly ok: true; readonly response: HttpResponse } | { readonly ok: false; readonly cause: string };

// The transport has its own time-out. This time-out uses the injected clock, so it also ends the wait when the transport never responds.
function exchangeOnce(deps: OkxRestDeps, request: HttpRequest): Promise<Sent> {
  return new Promise((resolve) => {
    const guard = deps.clock.after(request.timeoutMs + transportSlackMs, () =>
      resolve({ ok: false, cause: 'timeout' }),
    );
    const finish = (sent: Sent): void => {
      guard.cancel();
      resolve(sent);
    };
    deps.transport.request(request).then(
      (response) => finish({ ok: true, response }),
      (error: unknown) => finish({ ok: false, cause: causeOf(error) }),
    );
  });
}

function judgeShape(sent: Sent): OkxResponse {
  if (!sent.ok) return { kind: 'failed', cause: sent.cause, status: null };
  const { status, text } = sent.response;
  const envelope = parseOkxEnvelope(text);
  if (envelope === undefined) return { kind: 'failed', cause: `unreadable response, HTTP ${status}`, status };
  return { kind: 'received', status, envelope };
}

// The measurement has the highest priority, because signatures and deadlines need the offset. It needs one request per
// minute for all accounts.
async function askTime(deps: OkxRestDeps, address: RateBudget): Promise<ClockReading | null> {
  const call: OkxCall = { path: '/api/v5/public/time', bucket: 'time', limit: timeLimit, priority: 'close' };
  for (const { from, use } of budgetsOf(call, { own: address, address })) {
    if (!(await from.take(use, maxBudgetWaitMs))) return null;
  }
  const sentAt = deps.clock.now();
  const request = await toRequest({ ...deps, signer: null }, call, sentAt);
  if (request === null) return null;
  const response = judgeShape(await exchangeOnce(deps, request));
  recordLimitCode({ own: address, address }, call, response);
  if (response.kind !== 'received') return null;
  const row = okxTimeRowSchema.safeParse(response.envelope.data[0]);
  return row.success ? { venueAt: row.data.ts, sentAt } : null;
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'network failure';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return `${code}: ${error.message}`.slice(0, 200);
}
