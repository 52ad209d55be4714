// Load tests: parallel creations, many log-ins, floods and large bodies. The tests check the sequence of responses and the values of counters, and they measure
// no durations.
import type { IncomingMessage } from 'node:http';
import type { InjectOptions } from 'fastify';
import { connect, type AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  contractLimits,
  feedCloseCodes,
  type CreateBotResponse,
  type ErrorBody,
  type MarginResponse,
} from '@rondo/contract';
import { closeApp, createApp } from '../../src/app.ts';
import { steadyClock } from '../../src/async/wall-clock.ts';
import { serverLimits } from '../../src/limits.ts';
import { securityHeaders } from '../_security-headers.ts';
import { startWorld, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
let port = 0;
let authorization = '';
beforeAll(async () => {
  world = await startWorld();
  await world.api.listen({ port: 0, host: '127.0.0.1' });
  port = (world.api.server.address() as AddressInfo).port; // listening on TCP just above
  authorization = `Bearer ${await world.token('member')}`;
});
afterAll(() => world.close());

const symbols = ['ETH', 'BTC', 'SOL', 'XRP', 'ADA'].map((base) => `${base}-USDT-SWAP`);

test('after fifty parallel creations each instrument has at most one bot, and the available margin stays positive or zero', async () => {
  const headers = { authorization };
  const margins: Promise<MarginResponse>[] = [];
  const responses = await Promise.all(
    Array.from({ length: 50 }, async (_, place) => {
      const request = validRequest();
      const symbol = symbols[place % symbols.length] ?? '';
      // Each bot needs 3,000 USDT, so the margin of the account is enough for three of the five instruments.
      const basic = { ...request.basic, symbol, max_total_size: '15000' };
      const response = await world.api.inject({
        method: 'POST',
        url: '/api/bots',
        headers,
        payload: { ...request, basic },
      });
      margins.push(world.api.inject({ url: '/api/margin', headers }).then((read) => read.json<MarginResponse>()));
      return { status: response.statusCode, body: response.json<CreateBotResponse & ErrorBody>() };
    }),
  );
  const created = responses.filter(({ status }) => status === 200).map(({ body }) => body.bot.symbol);
  const refused = responses.filter(({ status }) => status !== 200).map(({ body }) => body.error_code);
  expect(created).toHaveLength(3);
  expect(new Set(created).size).toBe(3);
  expect(new Set(refused)).toEqual(new Set(['SYMBOL_IN_USE', 'INSUFFICIENT_MARGIN']));
  for (const { available } of await Promise.all(margins)) expect(Number(available)).toBeGreaterThanOrEqual(0);
  const running = await world.context.store.bots.listActiveOfAccount(world.accountId);
  expect(new Set<string>(running.map((bot) => bot.instrumentId))).toEqual(new Set(created));
});

test('when five hundred log-ins run in parallel, a bounded number waits, the other log-ins get Retry-After, and reads are not delayed', async () => {
  const order: string[] = [];
  const password = 'rondo-demo-member';
  const logins = Array.from({ length: 500 }, async (_, place) => {
    const remoteAddress = `10.1.${place >> 8}.${place & 255}`;
    // Each log-in names another e-mail, because the failures of one person are limited before the hasher.
    const payload = { email: `nobody-${place}@rondo.test`, password };
    const response = await world.api.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress });
    order.push('log-in');
    return response;
  });
  const reads = Array.from({ length: 20 }, async () => {
    const response = await world.api.inject({ url: '/api/margin', headers: { authorization } });
    order.push('read');
    return response.statusCode;
  });
  expect(new Set(await Promise.all(reads))).toEqual(new Set([200]));
  const isCrowdStillThere = order.filter((who) => who === 'log-in').length < logins.length;
  const responses = await Promise.all(logins);
  expect(isCrowdStillThere).toBe(true);
  const turnedAway = responses.filter((response) => response.statusCode === 429);
  expect(turnedAway.length).toBeGreaterThan(250);
  expect(turnedAway.every((response) => Number(response.headers['retry-after']) >= 1)).toBe(true);
  expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([401, 429]));
});

test('a flood of calls from one address is refused with the time to wait, and calls from other addresses are accepted', async () => {
  const ask = (remoteAddress: string) => world.api.inject({ url: '/api/registration', remoteAddress });
  const responses = await Promise.all(Array.from({ length: serverLimits.callsPerMinute + 50 }, () => ask('10.2.0.1')));
  const refused = responses.filter((response) => response.statusCode === 429);
  expect(refused).toHaveLength(50);
  expect(refused.every((response) => Number(response.headers['retry-after']) >= 1)).toBe(true);
  expect((await ask('10.2.0.2')).statusCode).toBe(200);
});

test('the addresses of one IPv6 /64 network have one budget for calls', async () => {
  const ask = (remoteAddress: string) => world.api.inject({ url: '/api/registration', remoteAddress });
  const addresses = Array.from({ length: serverLimits.callsPerMinute + 5 }, (_, place) => `2001:db8:2:1::${place}`);
  const responses = await Promise.all(addresses.map(ask));
  expect(responses.filter((response) => response.statusCode === 429)).toHaveLength(5);
  expect((await ask('2001:db8:2:2::1')).statusCode).toBe(200);
});

test('a person has one budget for calls from all addresses, and a smaller budget for calls that reach the exchange', async () => {
  const { store, clock } = world.context;
  const refusedOf = async (email: string, request: InjectOptions, count: number) => {
    const user = await store.users.findByEmail(email);
    const session = { userId: user?.id ?? '', remember: false, now: clock.now(), withSecondFactor: true };
    const { accessToken } = await store.sessions.create(session);
    const headers = { authorization: `Bearer ${accessToken}` };
    const responses = await Promise.all(
      Array.from({ length: count }, (_, place) =>
        world.api.inject({ ...request, headers, remoteAddress: `10.3.${place >> 6}.1` }),
      ),
    );
    return responses.filter((response) => response.statusCode === 429).length;
  };
  const { callsPerPersonPerMinute, exchangeCallsPerMinute } = serverLimits;
  expect(await refusedOf('operator@rondo.test', { url: '/api/user/me' }, callsPerPersonPerMinute + 1)).toBe(1);
  const reaching = { method: 'POST', url: '/api/okx/oauth/refresh', payload: { account_id: 'unknown' } } as const;
  expect(await refusedOf('member@rondo.test', reaching, exchangeCallsPerMinute + 1)).toBe(1);
  // The end of a consent and of a link have the same count.
  const consents = ['/api/okx/oauth/callback', '/api/okx/oauth/fast-api/callback'].map((url) => ({
    url: `${url}?code=a&state=b`,
  }));
  const unlinking = { method: 'DELETE', url: '/api/okx/oauth/disconnect/unknown' } as const;
  for (const call of [...consents, unlinking]) expect(await refusedOf('member@rondo.test', call, 1)).toBe(1);
});

/** Uses the budget of an address completely. */
async function useUp(remoteAddress: string): Promise<void> {
  const ask = () => world.api.inject({ url: '/api/registration', remoteAddress });
  await Promise.all(Array.from({ length: serverLimits.callsPerMinute }, ask));
}

test('each caller behind a proxy on this machine has a separate budget, and only a proxy on this machine may send the address of a caller', async () => {
  const ask = async (remoteAddress: string, forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded };
    return (await world.api.inject({ url: '/api/registration', remoteAddress, headers })).statusCode;
  };
  await useUp('10.6.0.1');
  expect(await ask('127.0.0.1', '10.6.0.1')).toBe(429);
  expect(await ask('127.0.0.1', '10.6.0.3')).toBe(200);
  expect(await ask('10.6.0.1', '10.6.0.4')).toBe(429);
});

test('a trusted proxy on another machine sends the address of the caller, and an address that the caller itself has sent chooses no budget', async () => {
  const ask = async (forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded };
    return (await world.api.inject({ url: '/api/registration', remoteAddress: '10.77.0.9', headers })).statusCode;
  };
  await useUp('10.5.0.1');
  expect(await ask('10.5.0.1')).toBe(429);
  expect(await ask('10.5.0.4, 10.5.0.1')).toBe(429);
  expect(await ask('10.5.0.4, 10.5.0.1, 127.0.0.1')).toBe(429);
  expect(await ask('10.5.0.1, 10.5.0.5')).toBe(200);
});

const logInHead = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const bodyBytes = 100 * 1024 * 1024;

test('a body of 100 MB is refused before it has arrived completely, whether or not the request announces its length', async () => {
  const announced = await talk((write) => write(`${logInHead}Content-Length: ${bodyBytes}\r\n\r\n`));
  expect(announced.text).toMatch(/^HTTP\/1\.1 413 /);
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  const streamed = await talk((write) => {
    write(`${logInHead}Transfer-Encoding: chunked\r\n\r\n`);
    for (let sent = 0; sent < bodyBytes && write(chunk); sent += 0x10000);
  });
  expect(streamed.text).toMatch(/^HTTP\/1\.1 413 /);
  expect(streamed.bytesSent).toBeLessThan(bodyBytes / 2);
});

/** Writes to a raw connection until the server responds or closes the connection. `write` returns false when the buffer is full. */
function talk(speak: (write: (text: string) => boolean) => void): Promise<{ text: string; bytesSent: number }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => speak((text) => socket.write(text)));
    let text = '';
    const done = (): void => {
      const { bytesWritten: bytesSent } = socket;
      socket.destroy();
      resolve({ text, bytesSent });
    };
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
      if (text.includes('\r\n\r\n')) done();
    });
    socket.on('error', () => undefined);
    socket.on('close', done);
  });
}

test('the server closes a socket above the limit of a member, a socket with too many messages, and a socket with a large frame, each with its close code', async () => {
  const open = await Promise.all(Array.from({ length: contractLimits.socketsPerUser }, openSocket));
  const surplus = await openSocket();
  expect(await closeCode(surplus)).toBe(feedCloseCodes.tooMany);
  const [chatty, large] = open;
  if (chatty === undefined || large === undefined) throw new Error('The limit of sockets per user is less than two.');
  const closings = Promise.all([closeCode(chatty), closeCode(large)]);
  for (let sent = 0; sent <= contractLimits.socketMessagesPer10Seconds; sent += 1) chatty.send('x');
  large.send('x'.repeat(contractLimits.socketFrameBytes + 1));
  expect(await closings).toEqual([feedCloseCodes.tooMany, 1009]);
  for (const socket of open) socket.terminate();
});

test('upgrades to a socket count as calls of their address, also without a valid ticket', async () => {
  const from = '10.4.0.1';
  const upgrade = (): Promise<number | undefined> =>
    new Promise((resolve) => {
      const url = `ws://127.0.0.1:${port}/ws/okx?account_id=x&token=x`;
      const socket = new WebSocket(url, { headers: { 'x-forwarded-for': from } });
      socket.on('error', () => undefined);
      socket.once('close', (code) => resolve(code));
      socket.once('unexpected-response', (request, { statusCode }) => {
        request.destroy();
        resolve(statusCode);
      });
    });
  const call = () => world.api.inject({ url: '/api/registration', remoteAddress: from });
  await Promise.all(Array.from({ length: serverLimits.callsPerMinute - 1 }, call));
  expect([await upgrade(), await upgrade(), (await call()).statusCode]).toEqual([feedCloseCodes.ticket, 429, 429]);
});

test.each([
  [421, 'of another host', { host: 'other.test' }],
  [403, 'of another origin', { origin: 'https://other.test' }],
])('the refusal %d of an upgrade %s has every security header', async (status, _of, headers) => {
  const refusal = await new Promise<IncomingMessage>((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/okx?account_id=x&token=x`, { headers });
    socket.on('error', () => undefined);
    socket.once('open', () => reject(new Error('The upgrade was accepted.')));
    socket.once('unexpected-response', (request, response) => {
      request.destroy();
      resolve(response);
    });
  });
  expect([refusal.statusCode, refusal.headers]).toEqual([status, expect.objectContaining(securityHeaders)]);
});

test('a request that runs when the server ends gets its response, and then the port is closed', async () => {
  let [begin, respond]: (() => void)[] = [];
  const hasBegun = new Promise<void>((resolve) => (begin = resolve));
  const mayRespond = new Promise<void>((resolve) => (respond = resolve));
  const report = { ready: true, parts: {}, venue: 'sandbox', at: 1 } as const;
  const needed = async () => {
    begin?.();
    await mayRespond;
    return report;
  };
  const api = await createApp({ ...world.context, health: { needed, all: async () => report } });
  const url = `${await api.listen({ port: 0, host: '127.0.0.1' })}/api/health/ready`;
  const response = fetch(url);
  await hasBegun;
  const closed = closeApp(api, steadyClock);
  setTimeout(() => respond?.(), 50);
  expect((await response).status).toBe(200);
  await closed;
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('messages that arrive before the check of the ticket count towards the limit of messages', async () => {
  const socket = await knock();
  socket.once('open', () => {
    for (let sent = 0; sent <= contractLimits.socketMessagesPer10Seconds; sent += 1) socket.send('x');
  });
  expect(await closeCode(socket)).toBe(feedCloseCodes.tooMany);
});

async function openSocket(): Promise<WebSocket> {
  const socket = await knock();
  await new Promise((resolve) => socket.once('message', resolve).once('close', resolve));
  return socket;
}

/** Returns a socket that connects with a new ticket and is not open yet. */
async function knock(): Promise<WebSocket> {
  const ticket = await world.api.inject({
    method: 'POST',
    url: '/api/ws-ticket',
    headers: { authorization },
    payload: { account_id: world.accountId },
  });
  const { token } = ticket.json<{ token: string }>();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/okx?account_id=${world.accountId}&token=${token}`);
  socket.on('error', () => undefined);
  return socket;
}

function closeCode(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    if (socket.readyState === socket.CLOSED) resolve(feedCloseCodes.tooMany);
    socket.once('close', resolve);
  });
}
