// Tests the connections and the requests of the transport over the real network.
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { localhostCertificate, localhostKey } from '@rondo/testkit/certificate';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createNodeTransport } from '../src/index.ts';
import { maxBodyBytes, maxHttpConnections } from '../src/limits.ts';

async function openTransport(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has this kind of address.
  const transport = createNodeTransport();
  onTestFinished(async () => {
    await transport.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${port}/path?name=value`;
  return {
    transport,
    get: (timeoutMs = 10_000) => transport.request({ url, headers: {}, timeoutMs, method: 'GET', body: null }),
    post: (body: string) => transport.request({ url, headers: { key: 'k' }, timeoutMs: 10_000, method: 'POST', body }),
  };
}

const refusal = (cause: unknown): unknown => cause;

test('a command is sent while many readings wait for their responses', async () => {
  const { transport, get, post } = await openTransport((request, response) => {
    if (request.method === 'POST') response.end('accepted');
  });
  const readings = Array.from({ length: 40 }, () => get().catch(refusal));
  expect(await post('{}')).toMatchObject({ text: 'accepted' });
  await transport.close();
  expect((await Promise.all(readings)).every((cause) => cause instanceof Error)).toBe(true);
});

test('the method, the path, the query, the headers and the body arrive, and a response in parts is one text with its status', async () => {
  const { post } = await openTransport((request, response) => {
    request.setEncoding('utf8');
    request.on('data', (body: string) => {
      response.writeHead(429, { 'X-Limit': 'one', 'Set-Cookie': ['a', 'b'] });
      const bytes = Buffer.from(`${request.method} ${request.url} ${String(request.headers['key'])} ${body} 한`);
      // The last character has three bytes, which arrive in two parts.
      response.write(bytes.subarray(0, -2), () => setImmediate(() => response.end(bytes.subarray(-2))));
    });
  });
  const { status, headers, text } = await post('body');
  expect([status, headers['x-limit'], headers['set-cookie'], text]).toEqual([
    429,
    'one',
    'a, b',
    'POST /path?name=value k body 한',
  ]);
});

test('a request without a response fails after its time, and a request that waited for a connection until then is never sent', async () => {
  let received = 0;
  const ports = new Set<number | undefined>();
  let respond: () => void = () => undefined;
  const { get } = await openTransport((request, response) => {
    received += 1;
    ports.add(request.socket.remotePort);
    if (received > maxHttpConnections) response.end('next');
    else respond = () => response.end('late');
  });
  const busy = Array.from({ length: maxHttpConnections }, () => get().catch(refusal));
  await expect.poll(() => received).toBe(maxHttpConnections);
  await expect(get(50)).rejects.toThrow(/timeout/i);
  respond();
  expect(await Promise.race(busy)).toMatchObject({ text: 'late' });
  // The connection is used again.
  expect(await get()).toMatchObject({ text: 'next' });
  expect([received, ports.size]).toEqual([maxHttpConnections + 1, maxHttpConnections]);
});

test('a response that is too long fails, and the next request succeeds', async () => {
  let length = maxBodyBytes + 1;
  const { get } = await openTransport((_request, response) => response.end(Buffer.alloc(length, 'x')));
  await expect(get()).rejects.toThrow(/longer/);
  length = maxBodyBytes;
  expect((await get()).text).toHaveLength(maxBodyBytes);
});

test('a connection that is closed in the middle of the response makes the request fail', async () => {
  const { get } = await openTransport((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  await expect(get()).rejects.toThrow(Error);
});

/** Starts an exchange whose certificate nobody has signed, while the environment turns the check of certificates off. */
async function openSelfSigned() {
  const received: string[] = [];
  const server = createTlsServer({ cert: localhostCertificate, key: localhostKey }, (request, response) => {
    received.push(request.url ?? '');
    response.end('{}');
  });
  server.on('upgrade', (request) => received.push(request.url ?? ''));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has this kind of address.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const transport = createNodeTransport();
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await transport.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { transport, received, place: `localhost:${port}/path` };
}

test('an exchange with a self-signed certificate receives no request and no socket, even when the environment turns the check off', async () => {
  const { transport, received, place } = await openSelfSigned();
  for (const method of ['GET', 'POST'] as const) {
    const url = `https://${place}`;
    const sent = transport.request({ url, headers: { key: 'k' }, timeoutMs: 10_000, method, body: null });
    await expect(sent).rejects.toThrow(/self-signed certificate/);
  }
  const socket = transport.openSocket(`wss://${place}`, () => 'public');
  const reason = await new Promise<string>((resolve) => socket.onClose((_code, text) => resolve(text)));
  expect(reason).toContain('self-signed certificate');
  expect(received).toEqual([]);
});

test('with destinations, a request and a socket to another origin fail before a connection is opened', async () => {
  let connections = 0;
  const server = createServer((_request, response) => void response.end('reached'));
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has this kind of address.
  const other = createNodeTransport(null, new Set(['https://www.okx.com', `http://localhost:${port}`]));
  const own = createNodeTransport(null, new Set([`http://127.0.0.1:${port}`]));
  onTestFinished(async () => {
    await Promise.all([other.close(), own.close()]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const request = {
    url: `http://127.0.0.1:${port}/path`,
    headers: {},
    timeoutMs: 10_000,
    method: 'GET',
    body: null,
  } as const;
  await expect(other.request(request)).rejects.toThrow(`http://127.0.0.1:${port} is no allowed destination`);
  const closed = await new Promise((resolve) => {
    const socket = other.openSocket(`ws://127.0.0.1:${port}/path`, () => 'public');
    socket.onClose((code, reason) => resolve([code, reason]));
  });
  expect(closed).toEqual([1008, `ws://127.0.0.1:${port} is no allowed destination`]);
  expect(connections).toBe(0);
  expect(await own.request(request)).toMatchObject({ text: 'reached' });
});

test('a request that has ended keeps no timer', async () => {
  const timeoutMs = 12_345;
  const { get } = await openTransport((_request, response) => response.end('done'));
  const [started, ended] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  onTestFinished(() => void vi.restoreAllMocks());
  await get(timeoutMs);
  const timers = started.mock.calls.flatMap(([, ms], call) =>
    ms === timeoutMs ? [started.mock.results[call]?.value] : [],
  );
  expect(timers).toHaveLength(1);
  expect(ended.mock.calls.flat()).toEqual(expect.arrayContaining(timers));
});
