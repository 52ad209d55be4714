// Tests of the reconnecting socket: its delays, the replacement of a connection that the exchange will close, and the
// wait while the key is refused.
import { type VirtualClock, createTestLog, createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { TextSocket, Transport } from '../../transport/transport.ts';
import { createServerClock } from '../rest/server-clock.ts';
import { createOkxSocket, reconnectDelayMs } from './socket.ts';
import { localSigner, type OkxSigner } from '../rest/signer.ts';

const args = [{ channel: 'orders', instType: 'SWAP' }];

/** The end of a socket at the exchange. The test uses it to send messages and to close the socket. */
interface Line {
  readonly sent: string[];
  isClosed: boolean;
  open(): void;
  say(body: unknown): void;
  drop(code: number): void;
}

const local = localSigner({ apiKey: 'k', secretKey: 's', passphrase: 'p' });

function bench(alternates: readonly string[] = [], isKeyRefused = () => false, signer: OkxSigner = local) {
  const clock = createVirtualClock();
  const { log } = createTestLog();
  const lines: Line[] = [];
  const reported: string[] = [];
  const urls: string[] = [];
  const transport: Transport = {
    request: () => Promise.reject(new Error('This bench has no network.')),
    openSocket(url) {
      urls.push(url);
      return openLine(lines);
    },
  };
  const serverClock = createServerClock({
    clock,
    log,
    ask: async () => ({ venueAt: clock.now(), sentAt: clock.now() }),
  });
  const socket = createOkxSocket({
    url: 'ws://venue/private',
    urgency: () => 'private',
    alternates,
    transport,
    clock,
    chance: { next: () => 0 },
    log,
    login: { signer, serverClock, isKeyRefused },
    args,
    onPush: () => reported.push('push'),
    onReady: () => reported.push('ready'),
    onDown: () => reported.push('down'),
  });
  return { clock, lines, reported, urls, socket, close: () => socket.close() };
}

function openLine(lines: Line[]): TextSocket {
  const heard: { open?: () => void; message?: (text: string) => void; close?: (code: number, reason: string) => void } =
    {};
  const line: Line = {
    sent: [],
    isClosed: false,
    open: () => heard.open?.(),
    say: (body) => heard.message?.(JSON.stringify(body)),
    drop: (code) => heard.close?.(code, ''),
  };
  lines.push(line);
  return {
    send: (text) => void line.sent.push(text),
    close: () => void (line.isClosed = true),
    onDial: (listener) => listener(),
    onOpen: (listener) => void (heard.open = listener),
    onMessage: (listener) => void (heard.message = listener),
    onClose: (listener) => void (heard.close = listener),
  };
}

async function makeReady(clock: VirtualClock, line: Line | undefined): Promise<void> {
  line?.open();
  await clock.pass(0);
  line?.say({ event: 'login', code: '0', msg: '' });
  for (const arg of args) line?.say({ event: 'subscribe', arg });
}

test('the reconnect delay doubles from five seconds up to thirty seconds', () => {
  const delays = [0, 1, 2, 3, 40].map((attempt) => reconnectDelayMs(attempt, { next: () => 0 }));
  expect(delays).toEqual([5_000, 10_000, 20_000, 30_000, 30_000]);
  expect(reconnectDelayMs(0, { next: () => 0.999 })).toBeGreaterThanOrEqual(2_500);
});

test('the socket logs in before it subscribes, and after a loss of the connection it logs in and subscribes again', async () => {
  const { clock, lines, reported } = bench();
  await makeReady(clock, lines[0]);
  expect(lines[0]?.sent.map((text) => JSON.parse(text).op)).toEqual(['login', 'subscribe']);
  lines[0]?.drop(1006);
  await clock.pass(4_999);
  expect(lines).toHaveLength(1);
  await clock.pass(1);
  await makeReady(clock, lines[1]);
  expect(reported).toEqual(['ready', 'down', 'ready']);
});

test('a connection whose login is not signed sends nothing, and the socket connects again', async () => {
  let isSigned = false;
  const signer: OkxSigner = { ...local, signLogin: async (at) => (isSigned ? local.signLogin(at) : null) };
  const { clock, lines, reported } = bench([], () => false, signer);
  lines[0]?.open();
  await clock.pass(0);
  expect(lines[0]).toMatchObject({ sent: [], isClosed: true });
  isSigned = true;
  await clock.pass(5_000);
  await makeReady(clock, lines[1]);
  expect(reported).toEqual(['down', 'ready']);
});

test('when the exchange announces that it will close the connection, the new connection is ready before the old connection is closed', async () => {
  const { clock, lines, reported } = bench();
  await makeReady(clock, lines[0]);
  lines[0]?.say({ event: 'notice', code: '64008', msg: '' });
  expect(lines).toHaveLength(2);
  expect(lines[0]?.isClosed).toBe(false);
  await makeReady(clock, lines[1]);
  expect(lines[0]?.isClosed).toBe(true);
  expect(reported).toEqual(['ready', 'ready']);
  lines[1]?.drop(1006);
  await clock.pass(5_000);
  expect(reported.at(-1)).toBe('down');
  expect(lines).toHaveLength(3);
});

test('when the old connection drops while its replacement is still opening, the replacement becomes the current connection', async () => {
  const { clock, lines, reported } = bench();
  await makeReady(clock, lines[0]);
  lines[0]?.say({ event: 'notice', code: '64008', msg: '' });
  lines[0]?.drop(1006);
  await clock.pass(5_000);
  expect(lines).toHaveLength(2);
  await makeReady(clock, lines[1]);
  expect(reported).toEqual(['ready', 'down', 'ready']);
});

test('when a replacement has become the current connection and drops while the next replacement is opening, the next replacement becomes the current connection', async () => {
  const { clock, lines, reported, close } = bench();
  await makeReady(clock, lines[0]);
  lines[0]?.say({ event: 'notice', code: '64008', msg: '' });
  await makeReady(clock, lines[1]);
  lines[1]?.say({ event: 'notice', code: '64008', msg: '' });
  lines[1]?.drop(1006);
  expect(reported).toEqual(['ready', 'ready', 'down']);
  await makeReady(clock, lines[2]);
  expect(reported).toEqual(['ready', 'ready', 'down', 'ready']);
  close();
  expect(lines[2]?.isClosed).toBe(true);
});

test('when the replacement fails after the old connection has dropped, the socket connects again', async () => {
  const { clock, lines } = bench();
  await makeReady(clock, lines[0]);
  lines[0]?.say({ event: 'notice', code: '64008', msg: '' });
  lines[0]?.drop(1006);
  lines[1]?.drop(1006);
  await clock.pass(30_000);
  expect(lines.length).toBeGreaterThan(2);
});

test('after a refused login, the socket does not reconnect while the key is refused, and reconnects within 30 s when the key is accepted', async () => {
  let isRefused = true;
  const { clock, lines, reported, close } = bench([], () => isRefused);
  lines[0]?.open();
  await clock.pass(0);
  lines[0]?.say({ event: 'error', code: '60009', msg: 'Login failed' });
  await clock.pass(600_000);
  expect(lines).toHaveLength(1);
  expect(reported).toEqual(['down']);
  isRefused = false;
  await clock.pass(30_000);
  expect(lines).toHaveLength(2);
  await makeReady(clock, lines[1]);
  expect(reported).toEqual(['down', 'ready']);
  close();
});

test('a socket that its owner has closed does not reconnect', async () => {
  const { clock, lines, ...rest } = bench();
  await makeReady(clock, lines[0]);
  lines[0]?.drop(1006);
  rest.close();
  await clock.pass(600_000);
  expect(lines).toHaveLength(1);
});

test('after each loss the socket uses the next address of the service, and after the last address the first address', async () => {
  const { clock, lines, urls, close } = bench(['ws://other/private']);
  for (const delayMs of [5_000, 10_000, 20_000, 30_000]) {
    lines.at(-1)?.drop(1006);
    await clock.pass(delayMs);
  }
  expect(urls).toEqual([0, 1, 0, 1, 0].map((index) => (index === 0 ? 'ws://venue/private' : 'ws://other/private')));
  close();
});

test('a connection that has sent its largest number of subscribe messages in an hour is replaced by a new connection', async () => {
  const { clock, lines, socket, close } = bench();
  await makeReady(clock, lines[0]);
  const arg = { channel: 'tickers', instId: 'ETH-USDT-SWAP' };
  for (let turn = 0; turn < 300; turn += 1) {
    socket.want(arg);
    socket.unwant(arg);
  }
  expect(lines).toHaveLength(2);
  const ops = lines[0]?.sent.filter((text) => /subscribe/.test(text)).length ?? 0;
  expect(ops).toBeLessThanOrEqual(480);
  expect(ops).toBeGreaterThan(300);
  close();
});
