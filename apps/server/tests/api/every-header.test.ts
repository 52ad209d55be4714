// Tests that each kind of response has every security header: pages, files, redirects, unchanged files, and refusals of each status.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { contractLimits } from '@rondo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMalformedResponder } from '../../src/api/malformed-request.ts';
import type { Api } from '../../src/api/api.ts';
import { createApp } from '../../src/app.ts';
import { serverLimits } from '../../src/limits.ts';
import { securityHeaders } from '../_security-headers.ts';
import { startWorld, type TestWorld } from '../_world.ts';

let world: TestWorld;
let api: Api;
let webFolder = '';
beforeAll(async () => {
  world = await startWorld();
  webFolder = await mkdtemp(path.join(tmpdir(), 'rondo-web-'));
  for (const folder of ['guide', 'assets']) await mkdir(path.join(webFolder, folder));
  const page = '<!doctype html><title>Rondo</title>';
  for (const file of ['index.html', 'guide/ko.html', 'guide/en.html'])
    await writeFile(path.join(webFolder, file), page);
  for (const file of ['a-1.js', 'a-1.css', 'a-worker-1.js', 'a-1.svg'])
    await writeFile(path.join(webFolder, 'assets', file), ' ');
  api = await createApp({ ...world.context, webFolder });
});
afterAll(async () => {
  await api.close();
  await world.close();
  await rm(webFolder, { recursive: true, force: true });
});

const login = { method: 'POST', url: '/api/auth/login' } as const;
const asJson = { 'content-type': 'application/json' };

test.each([
  ['a page', 200, { url: '/', headers: { accept: 'text/html' } }],
  ['a page of the guide', 200, { url: '/guide/en' }],
  ['the script of a worker', 200, { url: '/assets/a-worker-1.js' }],
  ['a picture', 200, { url: '/assets/a-1.svg' }],
  ['a file that is missing', 404, { url: '/assets/b-1.js' }],
  ['a redirect', 302, { url: '/guide', headers: { accept: 'text/html', 'accept-language': 'ko' } }],
  ['a body that is too large', 413, { ...login, headers: asJson, payload: 'x'.repeat(contractLimits.bodyBytes + 1) }],
  ['a body of another type', 415, { ...login, headers: { 'content-type': 'text/plain' }, payload: '{}' }],
  ['a body that is no JSON', 400, { ...login, headers: asJson, payload: '{' }],
] satisfies readonly (readonly [string, number, InjectOptions])[])(
  'the response with %s and the status %d has every security header',
  async (_kind, status, request) => {
    const { statusCode, headers } = await api.inject(request);
    expect([statusCode, headers]).toEqual([status, expect.objectContaining(securityHeaders)]);
  },
);

test('the response with a file that the browser has already has every security header', async () => {
  const { headers } = await api.inject({ url: '/assets/a-1.svg' });
  const again = await api.inject({ url: '/assets/a-1.svg', headers: { 'if-none-match': String(headers.etag) } });
  expect([again.statusCode, again.headers]).toEqual([304, expect.objectContaining(securityHeaders)]);
});

test.each(['/assets/a-1.js', '/assets/a-1.css'])(
  'the part %s of a page has the headers that have an effect on it',
  async (url) => {
    const { statusCode, headers } = await api.inject({ url });
    const wanted = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'" };
    expect([statusCode, headers]).toEqual([200, expect.objectContaining(wanted)]);
  },
);

test('the refusal of a flood has every security header', async () => {
  const ask = () => api.inject({ url: '/api/registration', remoteAddress: '10.55.0.1' });
  const responses = await Promise.all(Array.from({ length: serverLimits.callsPerMinute + 1 }, ask));
  const refused = responses.filter(({ statusCode }) => statusCode === 429);
  expect(refused.map(({ headers }) => headers)).toEqual([expect.objectContaining(securityHeaders)]);
});

test('the response to a failure of the server has every security header', async () => {
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  const { statusCode, headers: sent } = await world.withoutTable('login_records', () =>
    api.inject({ url: '/api/auth/logins', headers }),
  );
  expect([statusCode, sent]).toEqual([500, expect.objectContaining(securityHeaders)]);
});

test.each([
  ['HPE_INVALID_METHOD', '400 Bad Request'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
])('the response to a request that ends with %s has every security header', (code, status) => {
  const heard = (isInsecureHttp: boolean): string => {
    let written = '';
    const write = (text: string | Uint8Array): boolean => ((written += String(text)), true);
    const destroy = () => socket;
    const socket = { destroyed: false, writable: true, write, destroy };
    createMalformedResponder(isInsecureHttp)({ code }, socket as never); // The function uses only these parts of a socket.
    return written;
  };
  const text = heard(false);
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status}\\r\\n`));
  for (const [name, value] of Object.entries(securityHeaders)) expect(text).toContain(`\r\n${name}: ${value}\r\n`);
  expect(heard(true)).not.toContain('strict-transport-security');
});

test('the report of a server whose exchange has stopped has every security header', async () => {
  await world.killExchange();
  const { statusCode, headers } = await api.inject({ url: '/api/health' });
  expect([statusCode, headers]).toEqual([503, expect.objectContaining(securityHeaders)]);
});
