// Tests requests that the web app does not send, over a real socket and on every route. Every refusal has the error body.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { errorBodySchema, routes, type ErrorBody, type HistoryList, type ApiRoute } from '@rondo/contract';
import { serverLimits } from '../../src/limits.ts';
import { headersOf } from '../_callers.ts';
import { securityHeaders } from '../_security-headers.ts';
import { startWorld, type TestWorld } from '../_world.ts';

const table: readonly (readonly [string, ApiRoute])[] = Object.entries(routes);
const changing = table.filter(([, row]) => row.method !== 'GET');

let world: TestWorld;
let origin: string;
beforeAll(async () => {
  world = await startWorld();
  origin = await world.api.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await world.close();
});

let asked = 0;

async function ask(
  row: ApiRoute,
  given: { readonly query?: string; readonly body?: string | Buffer; readonly type?: string },
) {
  const path = row.path.replaceAll(/:\w+/g, 'nothing');
  const kind = row.access === 'operator' ? 'operator' : 'member';
  const headers = {
    ...(await headersOf(world, kind)),
    'content-type': given.type ?? 'application/json',
    // Each call has a new address because rate limits apply per address.
    'x-forwarded-for': `10.7.0.${(asked += 1) % 250}`,
  };
  const body = given.body === undefined ? {} : { body: new Uint8Array(Buffer.from(given.body)) };
  const response = await fetch(`${origin}${path}${given.query ?? ''}`, { method: row.method, headers, ...body });
  const text = await response.text();
  const content: unknown = response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, text, body: content as ErrorBody }; // A successful response does not have this type, but the tests check only the status of a success.
}

test.each(changing)('%s accepts the content type JSON on a call without a body', async (_name, row) => {
  const response = await ask(row, {});
  expect(response.body.error_code).not.toBe('BAD_REQUEST');
  if (row.body !== undefined && response.status !== 404) expect(response.status).toBeGreaterThanOrEqual(400);
});

test.each(table)('%s refuses an unknown query parameter', async (_name, row) => {
  const { status } = await ask(row, { query: '?no_such_field=1' });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

const withFields = changing.filter(([, row]) => !(row.body instanceof z.ZodString));
test.each(withFields)(
  '%s refuses an unknown field of the body, even when the route has no body',
  async (_name, row) => {
    for (const body of ['{"no_such_field":1}', '[1]', '"text"', '7', 'true'])
      expect((await ask(row, { body })).status, body).toBe(400);
  },
);

test.each(changing.filter(([, row]) => row.body === undefined))(
  '%s accepts an empty object as the body',
  async (_name, row) => {
    const none = await ask(row, {});
    const empty = await ask(row, { body: '{}' });
    expect([empty.status, empty.body.error_code]).toEqual([none.status, none.body.error_code]);
  },
);

test('a body with invalid UTF-8, a compressed body and a body with a content type other than JSON are refused', async () => {
  const row = routes.register;
  const half = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  expect(await ask(row, { body: half })).toMatchObject({ status: 400, body: { error_code: 'BAD_REQUEST' } });
  const packed = await fetch(`${origin}${row.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: '{}',
  });
  expect([packed.status, ((await packed.json()) as ErrorBody).error_code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']); // The same line checks the status 415, and a refusal has the error body.
  expect((await ask(row, { body: '{}', type: 'text/plain' })).status).toBe(415);
});

test.each([
  [
    'a request whose address cannot be decoded',
    'GET /api/bots/%E0%A4%A HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
    400,
  ],
  ['a request whose address has 20 KB', `GET /api/bots/${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, 431],
  ['a text that is not HTTP', 'HELLO\r\n\r\n', 400],
  [
    'a request with two content-length headers',
    'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
    400,
  ],
])('the response to %s has the error body', async (_what, request, status) => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes) => (heard += bytes.toString()));
  socket.write(request);
  await once(socket, 'close');
  expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const content = JSON.parse(heard.slice(heard.indexOf('\r\n\r\n') + 4)) as ErrorBody; // The next line checks the content with the schema.
  expect(errorBodySchema.safeParse(content).success).toBe(true);
  expect(content.error_code).toBe('BAD_REQUEST');
  for (const [name, value] of Object.entries(securityHeaders)) expect(heard).toContain(`\r\n${name}: ${value}\r\n`);
  expect(heard).toMatch(/^cache-control: no-store\r$/m);
});

test('a response to GET is compressed as the browser accepts it, and the response to a log-in is never compressed', async () => {
  // `fetch` decompresses a body by itself, so the call reads the header only.
  const encodingOf = async (path: string, init: RequestInit) =>
    (await fetch(`${origin}${path}`, init)).headers.get('content-encoding');
  const accepting = (accepted: string) => ({ 'accept-encoding': accepted, 'x-forwarded-for': '10.8.0.1' });
  const list = '/api/openapi.json';
  expect(await encodingOf(list, { headers: accepting('gzip, br') })).toBe('br');
  expect(await encodingOf(list, { headers: accepting('gzip') })).toBe('gzip');
  expect(await encodingOf(list, { headers: accepting('identity') })).toBeNull();
  const login = await world.api.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: accepting('br'),
    payload: { email: 'member@rondo.test', password: 'wrong wrong wrong' },
  });
  expect(login.headers['content-encoding']).toBeUndefined();
});

test('a response with status 401 names the accepted authentication scheme, and a plain GET of the socket address returns 404', async () => {
  const refused = await fetch(`${origin}/api/user/me`);
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  const page = await fetch(`${origin}/ws/okx`);
  expect([page.status, ((await page.json()) as ErrorBody).error_code]).toEqual([404, 'NOT_FOUND']); // The same line checks the status 404, and a refusal has the error body.
});

test('when the parameter `limit` is out of bounds, the refusal names the bounds', async () => {
  const { body } = await ask(routes.operatorUsers, { query: '?limit=101' });
  expect(body.message).toContain('must be a whole number from 1 to 100');
});

test('when a history request has no complete range, the server chooses a range of thirty UTC days, including both ends', async () => {
  const today = new Date(world.context.clock.now()).toISOString().slice(0, 10);
  const read = async (query: string) => JSON.parse((await ask(routes.history, { query })).text) as HistoryList; // The fuzz test checks the schema of this response.
  const list = await read('');
  expect(list).toMatchObject({ days: 30, to: today });
  expect(await read('?to=2026-03-01')).toMatchObject({ from: '2026-01-31', to: '2026-03-01', days: 30 });
  expect(await read(`?from=${list.from}`)).toMatchObject({ days: 30, to: today });
});

test('a request with two hosts is refused, because another program could read the other host', async () => {
  const { port } = new URL(origin);
  const socket = connect(Number(port), '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes) => (heard += bytes.toString()));
  socket.write('GET /api/registration HTTP/1.1\r\nhost: localhost\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n');
  await once(socket, 'close');
  expect(heard).toMatch(/^HTTP\/1.1 421 /);
  expect(heard).toContain('HOST_NOT_ALLOWED');
});

test('a body with a key that occurs twice is refused before its fields are checked', async () => {
  const body = '{"email":"member@rondo.test","password":"a password","password":"another password"}';
  const response = await ask(routes.login, { body });
  expect([response.status, response.body.error_code]).toEqual([400, 'BAD_REQUEST']);
});

test('the server has the limits of connections, headers and requests', () => {
  const { server } = world.api;
  expect(server).toMatchObject({
    maxConnections: serverLimits.connections,
    headersTimeout: serverLimits.headersMs,
    requestTimeout: serverLimits.requestMs,
    maxRequestsPerSocket: serverLimits.requestsPerConnection,
  });
});
