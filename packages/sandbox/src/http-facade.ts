// The exchange over HTTP: a thin skin that reads bodies, orders faults and holds answers back until the journal is on the disk.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isFaultKind, type Fault, type FaultQueue } from './faults.ts';
import { text } from './answers.ts';
import type { ExchangeCore } from './core.ts';
import type { NewAccount } from './accounts.ts';
import { sandboxLimits } from './limits.ts';

/** What the HTTP side needs: `settle` journals what changed, calls back when durable, then lets pushes out. */
export interface HttpParts {
  readonly core: ExchangeCore;
  readonly faults: FaultQueue;
  settle(respond: () => void): void;
}

/** An HTTP server that speaks OKX under /api and takes orders of tests under /sandbox from loopback only. */
export function createHttpFacade(parts: HttpParts): Server {
  return createServer((request, response) => {
    readText(request, (body) => {
      if (body === undefined) return answer(response, 413, { code: '50002', msg: 'Request too large', data: [] });
      const [path, query] = splitTarget(request.url ?? '/');
      if (path.startsWith('/sandbox/')) return administer(parts, { request, response, path, query, body });
      serve(parts, { request, response, path, query, body });
    });
  });
}

interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly body: string;
}

function serve(parts: HttpParts, visit: Visit & { readonly query: string }): void {
  const fault = parts.faults.take(visit.path);
  if (!fault) return carryOut(parts, visit);
  switch (fault.kind) {
    case 'drop':
      visit.request.socket.destroy();
      return;
    case 'html':
      visit.response
        .writeHead(502, { 'content-type': 'text/html' })
        .end('<html><body><h1>502 Bad Gateway</h1></body></html>');
      return;
    case 'busy':
      return answer(visit.response, 429, { code: '50011', msg: 'Too Many Requests', data: [] });
    case 'delay':
      setTimeout(() => carryOut(parts, visit), fault.delayMs);
      return;
    case 'timeout':
    case 'lost':
      return carryOut(parts, visit, fault);
    default:
      fault.kind satisfies never;
  }
}

function carryOut(parts: HttpParts, visit: Visit & { readonly query: string }, fault?: Fault): void {
  const { request, response } = visit;
  const asked = {
    method: request.method ?? 'GET',
    path: visit.path,
    query: visit.query,
    body: visit.body,
    address: plainAddress(request.socket.remoteAddress ?? ''),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
    ),
  };
  const page = parts.core.browse(asked);
  if (page) {
    return parts.settle(() => {
      if (fault?.kind === 'lost') request.socket.destroy();
      else response.writeHead(page.status, page.headers).end(page.text);
    });
  }
  const result = parts.core.request(asked);
  parts.settle(() => {
    if (fault?.kind === 'lost') request.socket.destroy();
    else if (fault?.kind === 'timeout')
      answer(response, 400, {
        code: '50004',
        msg: 'API endpoint request timeout (does not mean that the request was successful or failed, please check the request result).',
        data: [],
      });
    else answer(response, result.status, result.json);
  });
}

function administer(parts: HttpParts, visit: Visit & { readonly query: string }): void {
  if (!isLoopback(visit.request.socket.remoteAddress ?? ''))
    return answer(visit.response, 403, { error: 'the sandbox is administered from its own machine only' });
  const body = readFields(visit.body);
  if (!body) return answer(visit.response, 400, { error: 'the body is not a JSON object' });
  const name = `${visit.request.method} ${visit.path}`;
  if (name === 'GET /sandbox/state')
    return answer(visit.response, 200, { ...parts.core.state(), faults: parts.faults.count() });
  if (name === 'GET /sandbox/ledger') return showLedger(parts, visit);
  const outcome = visit.path.startsWith('/sandbox/oauth/')
    ? orderOauth(parts, visit.path.slice('/sandbox/oauth/'.length), body)
    : name === 'POST /sandbox/accounts'
      ? openAccount(parts, body)
      : name === 'POST /sandbox/advance'
        ? advance(parts, body)
        : name === 'POST /sandbox/faults'
          ? orderFaults(parts, body)
          : { status: 404, json: { error: 'unknown sandbox path' } };
  parts.settle(() => answer(visit.response, outcome.status, outcome.json));
}

// Held back like every answer: what it tells is on the disk.
function showLedger(parts: HttpParts, visit: Visit & { readonly query: string }): void {
  const ledger = parts.core.ledger(new URLSearchParams(visit.query).get('label') ?? '');
  parts.settle(() =>
    ledger ? answer(visit.response, 200, ledger) : answer(visit.response, 404, { error: 'no account of that label' }),
  );
}

function orderOauth(parts: HttpParts, name: string, body: Readonly<Record<string, unknown>>): Outcome {
  const json = parts.core.orderOauth(name, body);
  return json ? { status: 200, json } : { status: 400, json: { error: 'this cannot be ordered as asked' } };
}

interface Outcome {
  readonly status: number;
  readonly json: unknown;
}

function openAccount(parts: HttpParts, body: Readonly<Record<string, unknown>>): Outcome {
  const wanted: Record<string, string> = {};
  for (const name of [
    'label',
    'usdt',
    'apiKey',
    'secretKey',
    'passphrase',
    'perm',
    'ip',
    'posMode',
    'acctLv',
    'environment',
    'roleType',
  ]) {
    if (body[name] !== undefined) wanted[name] = text(body, name);
  }
  const isAllowed = (name: string, values: readonly string[]): boolean =>
    wanted[name] === undefined || values.includes(wanted[name]);
  const isValid =
    isAllowed('posMode', ['net_mode', 'long_short_mode']) &&
    isAllowed('acctLv', ['1', '2', '3', '4']) &&
    isAllowed('environment', ['live', 'demo']);
  // The three restricted fields were compared with their literals just above; the others are free text.
  const keys = isValid ? parts.core.createAccount(wanted as NewAccount) : undefined;
  return keys ? { status: 200, json: keys } : { status: 400, json: { error: 'the account cannot be opened as asked' } };
}

function advance(parts: HttpParts, body: Readonly<Record<string, unknown>>): Outcome {
  const prices = Array.isArray(body['prices']) ? { prices: body['prices'].map(String) } : {};
  const candles = body['candles'] === undefined ? {} : { candles: Number(body['candles']) };
  const result = parts.core.advance({ instId: text(body, 'instId'), ...prices, ...candles });
  parts.core.step();
  return result.ok
    ? { status: 200, json: { last: result.last, candlesLeft: result.candlesLeft ?? null } }
    : { status: 409, json: { error: result.reason } };
}

function orderFaults(parts: HttpParts, body: Readonly<Record<string, unknown>>): Outcome {
  if (body['clear'] === true) parts.faults.clear();
  const { kind, path } = body;
  if (kind === undefined) return { status: 200, json: { faults: parts.faults.count() } };
  const count = Number(body['count'] ?? 1);
  const delayMs = Number(body['delayMs'] ?? 1_000);
  const isValid = isFaultKind(kind) && typeof path === 'string' && Number.isInteger(count) && count > 0 && delayMs >= 0;
  if (!isValid || !parts.faults.add(path, { kind, delayMs }, count))
    return {
      status: 400,
      json: { error: 'kind is drop, delay, html, timeout, lost or busy; path a path or *; count small' },
    };
  return { status: 200, json: { faults: parts.faults.count() } };
}

function answer(response: ServerResponse, status: number, json: unknown): void {
  if (response.writableEnded || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(json));
}

function readText(request: IncomingMessage, then: (body: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= sandboxLimits.requestBytes) chunks.push(chunk);
  });
  request.on('end', () =>
    then(bytes > sandboxLimits.requestBytes ? undefined : Buffer.concat(chunks).toString('utf8')),
  );
}

function readFields(body: string): Readonly<Record<string, unknown>> | undefined {
  if (body === '') return {};
  try {
    const parsed: unknown = JSON.parse(body);
    // An object that is no list is a record of unknown fields.
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function splitTarget(target: string): [string, string] {
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}
