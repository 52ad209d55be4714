// Tests of the ticker stream: its requests while its socket delivers no prices, and the tickers that its listeners get.
import { createTestLog, createVirtualClock, ethSwap, seededChance } from '@rondo/testkit';
import type { TickerReport } from '@rondo/engine/ports';
import { expect, test } from 'vitest';
import { priceRefreshEveryMs, priceStaleMs } from '../../limits.ts';
import type { TextSocket, Transport } from '../../transport/transport.ts';
import { createServerClock } from '../rest/server-clock.ts';
import { createPriceRelay } from './price-relay.ts';
import { createTickerStream } from './ticker-stream.ts';

const accounts = 50;

/** A public socket that never opens. */
const deadSocket: TextSocket = {
  send: () => undefined,
  close: () => undefined,
  onDial: (listener) => listener(),
  onOpen: () => undefined,
  onMessage: () => undefined,
  onClose: () => undefined,
};

function openBoard(readAll: (now: number) => readonly unknown[] | null, socket = deadSocket) {
  const clock = createVirtualClock();
  const requestedAt: number[] = [];
  const { log } = createTestLog();
  const transport: Transport = { request: () => Promise.reject(new Error('no network')), openSocket: () => socket };
  const stream = createTickerStream({
    url: 'ws://venue/public',
    alternates: [],
    transport,
    clock,
    chance: seededChance('board'),
    log,
    relay: createPriceRelay({
      clock,
      venueClock: createServerClock({ clock, log, ask: async () => null }),
      port: null,
    }),
    readAll: () => {
      requestedAt.push(clock.now());
      return Promise.resolve(readAll(clock.now()));
    },
    onInstruments: () => undefined,
    onReady: () => undefined,
  });
  return { clock, requestedAt, stream };
}

function rowAt(now: number): unknown {
  return { instType: 'SWAP', instId: ethSwap.id, last: '2000', bidPx: '1999.9', askPx: '2000.1', ts: String(now) };
}

test('while the socket does not open, fifty accounts get prices that are at most five seconds old from one request every two seconds', async () => {
  const { clock, requestedAt, stream } = openBoard((now) => [rowAt(now), { unreadable: true }]);
  const latest = new Map<number, TickerReport>();
  for (let account = 0; account < accounts; account += 1)
    stream.watch(ethSwap, (ticker) => void latest.set(account, ticker));
  await clock.pass(priceStaleMs + priceRefreshEveryMs);
  for (let second = 0; second < 60; second += 1) {
    expect(latest.size).toBe(accounts);
    for (const { receivedAt } of latest.values()) expect(clock.now() - receivedAt).toBeLessThanOrEqual(5_000);
    await clock.pass(1_000);
  }
  const gaps = requestedAt.slice(1).map((at, index) => at - (requestedAt[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(priceRefreshEveryMs);
  stream.close();
});

test('a row of a request does not replace a price that is newer than the row', async () => {
  let offsetMs = 0;
  const { clock, stream } = openBoard((now) => [rowAt(now - offsetMs)]);
  const seen: number[] = [];
  stream.watch(ethSwap, ({ at }) => seen.push(at));
  await clock.pass(10_000);
  const count = seen.length;
  offsetMs = 60_000;
  await clock.pass(10_000);
  expect([count > 0, seen.length]).toEqual([true, count]);
  stream.close();
});

test('a failed request is repeated, and no request is sent after the last listener was removed', async () => {
  const { clock, requestedAt, stream } = openBoard(() => null);
  const watching = stream.watch(ethSwap, () => undefined);
  await clock.pass(20_000);
  const count = requestedAt.length;
  expect(count).toBeGreaterThan(3);
  watching.close();
  await clock.pass(20_000);
  expect(requestedAt).toHaveLength(count);
});

test('a listener that needs no tickers gets only the latest ticker, once per `deliver` or when it begins to need tickers', async () => {
  let push: (text: string) => void = () => undefined;
  const socket: TextSocket = {
    ...deadSocket,
    onOpen: (open) => open(),
    onMessage: (listener) => void (push = listener),
  };
  const { clock, stream } = openBoard(() => null, socket);
  const [needy, calm]: number[][] = [[], []];
  stream.watch(ethSwap, ({ at }) => needy?.push(at));
  const watching = stream.watch(ethSwap, ({ at }) => calm?.push(at));
  watching.need(false);
  await clock.pass(1);
  const startedAt = clock.now();
  const tick = (ms: number): void => {
    const row = rowAt(startedAt + ms);
    push(JSON.stringify({ arg: { channel: 'tickers', instId: ethSwap.id }, data: [row] }));
  };
  [1, 2, 3].forEach(tick);
  watching.deliver();
  watching.deliver();
  [4, 5].forEach(tick);
  watching.need(true);
  tick(6);
  watching.close();
  tick(7);
  expect(needy?.map((at) => at - startedAt)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(calm?.map((at) => at - startedAt)).toEqual([3, 5, 6]);
  stream.close();
});
