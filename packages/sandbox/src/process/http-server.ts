// The exchange over HTTP: reads bodies, applies faults, and sends a response after its journal lines are on the disk.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isLoopback, plainAddress } from './addresses.ts';
import { administer } from './admin-paths.ts';
import { rowsOf, type CoreResponse } from '../wire/envelope.ts';
import type { ExchangeCore } from '../core/exchange-core.ts';
import { isFaultKind, plainFault, type Fault } from '../faults/request-faults.ts';
import { sandboxLimits } from '../limits.ts';
import { modelPath, type ModelDouble } from '../model/model-double.ts';
import { typedFaultOfBody } from '../faults/typed-faults.ts';

/** The dependencies of the HTTP server. `commit` writes the changes to the journal, calls `respond` when the changes are durable, and sends the pushes. */
export interface HttpContext {
  readonly core: ExchangeCore;
  readonly model: ModelDouble;
  commit(respond: () => void): void;
}

/** Returns an HTTP server with the OKX API under /api, the double of an AI model under /model, and the admin paths under /sandbox. The admin paths accept only loopback addresses. */
export function createHttpServer(context: HttpContext): Server {
  return createServer({ keepAliveTimeout: sandboxLimits.idleConnectionMs }, (request, response) => {
    readText(request, (body) => {
      if (body === undefined) return sendJson(response, 413, { code: '50002', msg: 'Request too large', data: [] });
      const [path, query] = splitTarget(request.url ?? '/');
      if (path.startsWith('/sandbox/')) return serveAdmin(context, { request, response, path, query, body });
      if (path === modelPath) return serveModel(context, { response, body });
      serve(context, { request, response, path, query, body });
    });
  });
}

interface HttpCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: string;
  readonly body: string;
}

// The double of an AI model changes no record of the exchange, so nothing is written to the journal.
function serveModel({ model }: HttpContext, { response, body }: Pick<HttpCall, 'response' | 'body'>): void {
  const completion = model.complete(body);
  const send = (): void => {
    if (!completion.breaks) return sendText(response, completion);
    if (completion.body === '') return void response.socket?.destroy();
    response.writeHead(completion.status, { 'content-type': completion.type });
    response.write(completion.body, () => void response.socket?.destroy());
  };
  if (completion.delayMs === 0) send();
  else setTimeout(send, completion.delayMs);
}

function serve(context: HttpContext, call: HttpCall): void {
  const fault = typedFault(call) ?? context.core.takeFault(call.path);
  if (!fault) return forward(context, call, reply);
  const page = '<html><body><h1>502 Bad Gateway</h1></body></html>';
  const sendPage: Respond = (call) => sendText(call.response, { status: 502, type: 'text/html', body: page });
  const sendCode: Respond = (call) =>
    sendJson(call.response, fault.status, { code: fault.code, msg: codeMessage, data: [] });
  const cut: Respond = (call) => void call.request.socket.destroy();
  switch (fault.kind) {
    case 'drop':
      return cut(call, nothing);
    case 'delay':
      setTimeout(() => forward(context, call, reply), fault.delayMs);
      return;
    case 'busy':
      return sendJson(call.response, 429, { code: '50011', msg: 'Too Many Requests', data: [] });
    case 'html':
      return fault.isApplied ? forward(context, call, sendPage) : sendPage(call, nothing);
    case 'code':
      return fault.isApplied ? forward(context, call, sendCode) : sendCode(call, nothing);
    case 'lost':
      return forward(context, call, cut);
    case 'timeout':
      return forward(context, call, (call) => sendJson(call.response, 400, timedOut));
    case 'truncate':
      return forward(context, call, (call, result) => {
        const whole = JSON.stringify(result.json);
        sendText(call.response, { status: result.status, type: json, body: whole.slice(0, whole.length / 2) });
      });
    case 'bare':
      return forward(context, call, (call, result) => {
        const { code, msg } = result.json;
        sendJson(call.response, result.status, { code, msg });
      });
    case 'field':
      return forward(context, call, (call, result) =>
        reply(call, { ...result, json: withField(result.json, fault.field, fault.value) }),
      );
    default:
      fault.kind satisfies never;
  }
}

type Respond = (call: HttpCall, result: CoreResponse) => void;
const nothing: CoreResponse = { status: 200, json: { code: '0', msg: '', data: [] } };
const codeMessage = 'a test requested this code';
const timedOut = {
  code: '50004',
  msg: 'API endpoint request timeout (does not mean that the request was successful or failed, please check the request result).',
  data: [],
};

const reply: Respond = (call, result) => sendJson(call.response, result.status, result.json);

function withField(envelope: CoreResponse['json'], field: string, value: string): CoreResponse['json'] {
  const isRow = (row: unknown): row is object => typeof row === 'object' && row !== null && !Array.isArray(row);
  if (!Array.isArray(envelope.data)) return envelope;
  return { ...envelope, data: rowsOf(envelope).map((row) => (isRow(row) ? { ...row, [field]: value } : row)) };
}

// A client id causes a fault only when the order is placed. Later reads of the order are served normally.
function typedFault(call: HttpCall): Fault | undefined {
  if (call.request.method !== 'POST' || !/\/trade\/(batch-orders|order)$/.test(call.path)) return undefined;
  const typed = typedFaultOfBody(call.body);
  return typed && isFaultKind(typed.kind) && typed.kind !== 'field' ? plainFault(typed.kind, typed.amount) : undefined;
}

function forward(context: HttpContext, call: HttpCall, respond: Respond): void {
  const { request, response } = call;
  const coreRequest = {
    method: request.method ?? 'GET',
    path: call.path,
    query: call.query,
    body: call.body,
    address: plainAddress(request.socket.remoteAddress ?? ''),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
    ),
  };
  const page = context.core.browse(coreRequest);
  if (page) return context.commit(() => response.writeHead(page.status, page.headers).end(page.text));
  const result = context.core.request(coreRequest);
  context.commit(() => respond(call, result));
}

// A page of any site that is open on this machine could send the request. A browser adds one of these headers, and a page whose name leads to this machine sends
// its own name as host.
function isFromPage({ headers }: IncomingMessage): boolean {
  const { origin, host = '', 'sec-fetch-site': site = 'none' } = headers;
  return origin !== undefined || site !== 'none' || !/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
}

// Serves an admin path. The response is sent after the journal lines are on the disk.
function serveAdmin(context: HttpContext, call: HttpCall): void {
  if (!isLoopback(call.request.socket.remoteAddress ?? ''))
    return sendJson(call.response, 403, { error: 'the request does not come from a loopback address' });
  if (isFromPage(call.request)) return sendJson(call.response, 403, { error: 'the request comes from a web page' });
  const result = administer(context, { ...call, method: call.request.method ?? 'GET' });
  context.commit(() => sendJson(call.response, result.status, result.json));
}

const json = 'application/json; charset=utf-8';

function sendJson(response: ServerResponse, status: number, value: unknown): void {
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
