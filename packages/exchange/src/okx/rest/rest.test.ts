// Tests of one request: its signature, its deadline, its time-out, the correction of the clock, and the limits of
// requests.
import { expect, test } from 'vitest';
import { signOkxRequest } from '@rondo/protocol';
import { type VirtualClock, createTestLog, createVirtualClock } from '@rondo/testkit';
import type { HttpResponse, HttpRequest, Transport } from '../../transport/transport.ts';
import { createRateBudget } from './rate-budget.ts';
import { createOkxRest, type OkxCall, type OkxEnvironment, type OkxRest } from './rest.ts';
import { localSigner, type OkxSigner } from './signer.ts';

const credentials = { apiKey: 'key', secretKey: 'mock-secret', passphrase: 'pass' };
const aheadMs = 90_000;

interface Bench {
  readonly clock: VirtualClock;
  readonly rest: OkxRest;
  readonly sent: HttpRequest[];
}

interface Signing {
  readonly environment?: OkxEnvironment;
  readonly signer?: OkxSigner;
}

function bench(
  response: (request: HttpRequest, clock: VirtualClock) => Promise<HttpResponse>,
  { environment = 'live', signer = localSigner(credentials) }: Signing = {},
): Bench {
  const clock = createVirtualClock();
  const sent: HttpRequest[] = [];
  const transport: Transport = {
    request(request) {
      if (request.url.endsWith('/public/time'))
        return Promise.resolve(json({ code: '0', msg: '', data: [{ ts: String(clock.now() + aheadMs) }] }));
      sent.push(request);
      return response(request, clock);
    },
    openSocket: () => {
      throw new Error('This test has no sockets.');
    },
  };
  const rest = createOkxRest({
    origin: 'http://venue',
    transport,
    clock,
    log: createTestLog().log,
    signer,
    environment,
  });
  return { clock, rest, sent };
}

function json(body: unknown, status = 200): HttpResponse {
  return { status, headers: {}, text: JSON.stringify(body) };
}

const ok = { code: '0', msg: '', data: [] };
const read: OkxCall = {
  path: '/api/v5/account/balance',
  query: { ccy: 'BTC,ETH' },
  bucket: 'balance',
  limit: 10,
  priority: 'read',
};
const order: OkxCall = {
  path: '/api/v5/trade/order',
  body: { instId: 'A' },
  bucket: 'order',
  limit: 60,
  priority: 'entry',
};

test('the signature is calculated from the path, the query and the body that are sent, and from a timestamp of the exchange clock', async () => {
  const { rest, sent, clock } = bench(() => Promise.resolve(json(ok)));
  expect((await rest.send(read)).kind).toBe('received');
  const [request] = sent;
  const path = request?.url.replace('http://venue', '') ?? '';
  expect(path).toBe('/api/v5/account/balance?ccy=BTC%2CETH');
  const timestamp = request?.headers['OK-ACCESS-TIMESTAMP'] ?? '';
  expect(timestamp).toBe(new Date(clock.now() + aheadMs).toISOString());
  expect(request?.headers['OK-ACCESS-SIGN']).toBe(
    signOkxRequest('mock-secret', { timestamp, method: 'GET', path, body: '' }),
  );
  expect(request?.headers['x-simulated-trading']).toBeUndefined();
});

test('requests have the header x-simulated-trading only in the demo environment', async () => {
  const { rest, sent } = bench(() => Promise.resolve(json(ok)), { environment: 'demo' });
  await rest.send(read);
  expect(sent[0]?.headers['x-simulated-trading']).toBe('1');
});

test('a deadline is sent as expTime, and a request is not sent after its deadline', async () => {
  const { rest, sent, clock } = bench(() => Promise.resolve(json(ok)));
  const deadlineAt = clock.now() + aheadMs + 4_000;
  await rest.send({ ...order, deadlineAt });
  expect(sent[0]?.headers['expTime']).toBe(String(deadlineAt));
  await clock.pass(4_000);
  expect(await rest.send({ ...order, deadlineAt })).toEqual({ kind: 'unsent', cause: 'deadline' });
  expect(sent).toHaveLength(1);
});

test('a request without a signature is not sent', async () => {
  const signer: OkxSigner = { signRequest: async () => null, signLogin: async () => null };
  const { rest, sent } = bench(() => Promise.resolve(json(ok)), { signer });
  expect(await rest.send(order)).toEqual({ kind: 'unsent', cause: 'signer' });
  expect(await rest.send(read)).toEqual({ kind: 'unsent', cause: 'signer' });
  expect(sent).toEqual([]);
});

test('a request whose signature comes after its deadline is not sent', async () => {
  let sign = (): void => undefined;
  const signer: OkxSigner = {
    ...localSigner(credentials),
    signRequest: (request) =>
      new Promise((resolve) => (sign = () => resolve(localSigner(credentials).signRequest(request)))),
  };
  const { rest, sent, clock } = bench(() => Promise.resolve(json(ok)), { signer });
  const response = rest.send({ ...order, deadlineAt: clock.now() + aheadMs + 1_000 });
  await clock.pass(1_000);
  sign();
  expect(await response).toEqual({ kind: 'unsent', cause: 'deadline' });
  expect(sent).toEqual([]);
});

test('a request with a refused timestamp is sent once more with a corrected timestamp, and not a third time', async () => {
  const { rest, sent } = bench(() => Promise.resolve(json({ code: '50102', msg: 'Timestamp request expired' }, 401)));
  const response = await rest.send(order);
  expect(sent).toHaveLength(2);
  expect(response).toMatchObject({ kind: 'received', envelope: { code: '50102' } });
});

test('a request is not sent again when it failed and the exchange did not refuse its timestamp', async () => {
  for (const failing of [
    () => Promise.reject(new Error('reset')),
    () => Promise.resolve({ status: 502, headers: {}, text: '<html>' }),
  ]) {
    const { rest, sent } = bench(failing);
    expect((await rest.send(order)).kind).toBe('failed');
    expect((await rest.send(read)).kind).toBe('failed');
    expect(sent).toHaveLength(2);
  }
});

test('a request without a response ends with a time-out', async () => {
  const { rest, clock } = bench(() => new Promise(() => undefined));
  let result = '';
  void rest.send(order).then((response) => (result = response.kind));
  await clock.pass(6_000);
  expect(result).toBe('');
  await clock.pass(1_000);
  expect(result).toBe('failed');
});

test('after the code 50061, new orders of the account wait for one window and other requests do not wait', async () => {
  let isFull = true;
  const { clock, rest, sent } = bench(async () => json(isFull ? { code: '50061', msg: 'too many', data: [] } : ok));
  await rest.send(order);
  isFull = false;
  const other = rest.send({ ...order, body: { instId: 'B' }, bucket: 'order B' });
  await rest.send(read);
  expect(sent).toHaveLength(2);
  await clock.pass(1_900);
  expect(sent).toHaveLength(2);
  await clock.pass(200);
  expect((await other).kind).toBe('received');
  expect(sent).toHaveLength(3);
});

test('after a 429 response without an envelope, every client of the IP address waits for one window', async () => {
  const clock = createVirtualClock();
  const addressBudget = createRateBudget(clock);
  const sentBy: string[] = [];
  const client = (name: string, response: HttpResponse): OkxRest =>
    createOkxRest({
      origin: 'http://venue',
      clock,
      log: createTestLog().log,
      signer: null,
      environment: 'live',
      addressBudget,
      transport: {
        async request(request) {
          if (request.url.endsWith('/public/time'))
            return json({ code: '0', msg: '', data: [{ ts: String(clock.now()) }] });
          sentBy.push(name);
          return response;
        },
        openSocket: () => {
          throw new Error('This test has no sockets.');
        },
      },
    });
  await client('first', { status: 429, headers: {}, text: 'slow down' }).send(read);
  const second = client('second', json(ok)).send(read);
  await clock.pass(1_900);
  expect(sentBy).toEqual(['first']);
  await clock.pass(200);
  expect((await second).kind).toBe('received');
});

test('a refused key is used once in thirty seconds until the exchange accepts the key, and a request with `isAboutKey` is sent immediately', async () => {
  let code = '50119';
  const { clock, rest, sent } = bench(async () => json({ ...ok, code }, code === '0' ? 200 : 401));
  await rest.send(read);
  expect(rest.isKeyRefused()).toBe(true);
  for (let second = 0; second < 300; second += 1) {
    const response = await rest.send(second % 2 === 0 ? read : order);
    if (response.kind === 'unsent') expect(response.cause).toBe('key');
    await clock.pass(1_000);
  }
  expect(sent.length).toBeLessThanOrEqual(11);
  const before = sent.length;
  expect((await rest.send({ ...read, isAboutKey: true })).kind).toBe('received');
  expect(sent).toHaveLength(before + 1);
  code = '0';
  await clock.pass(30_000);
  await rest.send(read);
  await rest.send(read);
  expect(rest.isKeyRefused()).toBe(false);
  expect(sent).toHaveLength(before + 3);
});

test('a key that lacks only the permission for one request is still used', async () => {
  const { rest, sent } = bench(async () => json({ ...ok, code: '50120' }, 401));
  for (let call = 0; call < 3; call += 1) await rest.send(read);
  expect([rest.isKeyRefused(), sent.length]).toEqual([false, 3]);
});
