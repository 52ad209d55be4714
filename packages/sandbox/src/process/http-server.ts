// The exchange over HTTP: a thin skin that reads bodies, carries out faults and holds answers back until the journal is on the disk.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isLoopback, plainAddress } from './addresses.ts';
import { administer } from './admin-paths.ts';
import { rowsOf, type CoreAnswer } from '../wire/envelope.ts';
import type { ExchangeCore } from '../core/exchange-core.ts';
import { isFaultKind, plainFault, type Fault } from '../faults/request-faults.ts';
import { sandboxLimits } from '../limits.ts';
import { sentinelOfBody } from '../faults/typed-faults.ts';

/** What the HTTP side needs: `settle` journals what changed, calls back when durable, then lets pushes out. */
export interface HttpParts {
  readonly core: ExchangeCore;
  settle(respond: () => void): void;
}

/** An HTTP server that speaks OKX under /api and takes orders of tests under /sandbox from loopback only. */
export function createHttpFacade(parts: HttpParts): Server {
  return createServer((request, response) => {
    readText(request, (body) => {
      if (body === undefined) return answer(response, 413, { code: '50002', msg: 'Request too large', data: [] });
      const [path, query] = splitTarget(request.url ?? '/');
      if (path.startsWith('/sandbox/')) return order(parts, { request, response, path, query, body });
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

type Call = Visit & { readonly query: string };

function serve(parts: HttpParts, visit: Call): void {
  const fault = typedFault(visit) ?? parts.core.takeFault(visit.path);
  if (!fault) return carryOut(parts, visit, reply);
  const page = '<html><body><h1>502 Bad Gateway</h1></body></html>';
  const sendPage: Respond = (call) => sendText(call.response, { status: 502, type: 'text/html', body: page });
  const sendCode: Respond = (call) =>
    answer(call.response, fault.status, { code: fault.code, msg: codeMessage, data: [] });
  const cut: Respond = (call) => void call.request.socket.destroy();
  switch (fault.kind) {
    case 'drop':
      return cut(visit, nothing);
    case 'delay':
      setTimeout(() => carryOut(parts, visit, reply), fault.delayMs);
      return;
    case 'busy':
      return answer(visit.response, 429, { code: '50011', msg: 'Too Many Requests', data: [] });
    case 'html':
      return fault.isApplied ? carryOut(parts, visit, sendPage) : sendPage(visit, nothing);
    case 'code':
      return fault.isApplied ? carryOut(parts, visit, sendCode) : sendCode(visit, nothing);
    case 'lost':
      return carryOut(parts, visit, cut);
    case 'timeout':
      return carryOut(parts, visit, (call) => answer(call.response, 400, timedOut));
    case 'truncate':
      return carryOut(parts, visit, (call, result) => {
        const whole = JSON.stringify(result.json);
        sendText(call.response, { status: result.status, type: json, body: whole.slice(0, whole.length / 2) });
      });
    case 'bare':
      return carryOut(parts, visit, (call, result) => {
        const { code, msg } = result.json;
        answer(call.response, result.status, { code, msg });
      });
    case 'field':
      return carryOut(parts, visit, (call, result) =>
        reply(call, { ...result, json: withField(result.json, fault.field, fault.value) }),
      );
    default:
      fault.kind satisfies never;
  }
}

type Respond = (call: Call, result: CoreAnswer) => void;
const nothing: CoreAnswer = { status: 200, json: { code: '0', msg: '', data: [] } };
const codeMessage = 'ordered by a test';
const timedOut = {
  code: '50004',
  msg: 'API endpoint request timeout (does not mean that the request was successful or failed, please check the request result).',
  data: [],
};

const reply: Respond = (call, result) => answer(call.response, result.status, result.json);

function withField(envelope: CoreAnswer['json'], field: string, value: string): CoreAnswer['json'] {
  const isRow = (row: unknown): row is object => typeof row === 'object' && row !== null && !Array.isArray(row);
  if (!Array.isArray(envelope.data)) return envelope;
  return { ...envelope, data: rowsOf(envelope).map((row) => (isRow(row) ? { ...row, [field]: value } : row)) };
}

// Only a new order can carry the wish; looking it up later is served as usual.
function typedFault(visit: Visit): Fault | undefined {
  if (visit.request.method !== 'POST' || !/\/trade\/(batch-orders|order)$/.test(visit.path)) return undefined;
  const typed = sentinelOfBody(visit.body);
  return typed && isFaultKind(typed.kind) && typed.kind !== 'field' ? plainFault(typed.kind, typed.amount) : undefined;
}

function carryOut(parts: HttpParts, visit: Call, respond: Respond): void {
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
  if (page) return parts.settle(() => response.writeHead(page.status, page.headers).end(page.text));
  const result = parts.core.request(asked);
  parts.settle(() => respond(visit, result));
}

// Held back like every answer: what it tells is on the disk.
function order(parts: HttpParts, visit: Visit & { readonly query: string }): void {
  if (!isLoopback(visit.request.socket.remoteAddress ?? ''))
    return answer(visit.response, 403, { error: 'the sandbox is administered from its own machine only' });
  const outcome = administer(parts.core, { ...visit, method: visit.request.method ?? 'GET' });
  parts.settle(() => answer(visit.response, outcome.status, outcome.json));
}

const json = 'application/json; charset=utf-8';

function answer(response: ServerResponse, status: number, value: unknown): void {
  if (response.writableEnded || response.destroyed) return;
  sendText(response, { status, type: json, body: JSON.stringify(value) });
}

function sendText(response: ServerResponse, text: { status: number; type: string; body: string }): void {
  if (!response.destroyed) response.writeHead(text.status, { 'content-type': text.type }).end(text.body);
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

function splitTarget(target: string): [string, string] {
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}
