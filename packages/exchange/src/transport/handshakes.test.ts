// Tests of the handshakes from one IP address: their rate, their sequence and the limit of their queue.
import { createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { limitHandshakes } from './handshakes.ts';
import { handshakesPerWindow, maxWaitingHandshakes, oldestHandshakeEvery } from '../limits.ts';
import type { TextSocket } from './transport.ts';

function bench() {
  const clock = createVirtualClock();
  const openedAt: { readonly url: string; readonly at: number }[] = [];
  const sockets: { readonly fail: () => void }[] = [];
  const silentSocket = (): TextSocket => {
    let close: (code: number, reason: string) => void = () => undefined;
    sockets.push({ fail: () => close(1006, '') });
    return {
      send: () => undefined,
      close: () => undefined,
      onDial: (listener) => listener(),
      onOpen: () => undefined,
      onMessage: () => undefined,
      onClose: (listener) => void (close = listener),
    };
  };
  const transport = limitHandshakes(
    {
      request: () => Promise.reject(new Error('This bench has no network.')),
      openSocket(url) {
        openedAt.push({ url, at: clock.now() });
        return silentSocket();
      },
    },
    clock,
  );
  return { clock, openedAt, sockets, transport };
}

test('when ten sockets are opened at the same time, their handshakes start in the sequence of the calls, with at most three in a second', async () => {
  const { clock, openedAt, transport } = bench();
  for (let index = 0; index < 10; index += 1) transport.openSocket(String(index), () => 'private');
  expect(openedAt).toHaveLength(handshakesPerWindow);
  await clock.pass(20_000);
  expect(openedAt.map(({ url }) => url)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  for (const { at } of openedAt) {
    const inWindow = openedAt.filter((other) => other.at >= at && other.at < at + 1_000).length;
    expect(inWindow).toBeLessThanOrEqual(3);
  }
});

test('when sockets wait for their handshakes, the handshakes after the first window are half a window apart', async () => {
  const { clock, openedAt, transport } = bench();
  for (let index = 0; index < 8; index += 1) transport.openSocket(String(index), () => 'private');
  await clock.pass(20_000);
  const [begin = 0] = openedAt.map(({ at }) => at);
  expect(openedAt.map(({ at }) => at - begin)).toEqual([0, 0, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500]);
});

test('a socket that is closed while its handshake waits is never opened', async () => {
  const { clock, openedAt, transport } = bench();
  for (let index = 0; index < handshakesPerWindow; index += 1) transport.openSocket('first', () => 'private');
  transport.openSocket('late', () => 'private').close();
  await clock.pass(5_000);
  expect(openedAt.some(({ url }) => url === 'late')).toBe(false);
});

test('a handshake is refused immediately when the queue is full', async () => {
  const { clock, transport } = bench();
  let refusals = 0;
  for (let index = 0; index < maxWaitingHandshakes + handshakesPerWindow + 5; index += 1)
    transport.openSocket('x', () => 'private').onClose(() => (refusals += 1));
  await clock.pass(0);
  expect(refusals).toBe(5);
});

test('the handshake of a socket that was closed while it waited does not count towards the rate', async () => {
  const { clock, openedAt, transport } = bench();
  for (let index = 0; index < 100; index += 1) transport.openSocket('abandoned', () => 'private').close();
  transport.openSocket('live', () => 'private');
  await clock.pass(1_000);
  expect(openedAt.filter(({ url }) => url === 'live')).toHaveLength(1);
});

test('urgent handshakes start first, and every eighth handshake is the handshake that has waited longest', async () => {
  const { clock, openedAt, transport } = bench();
  for (let index = 0; index < handshakesPerWindow; index += 1) transport.openSocket('first', () => 'public');
  transport.openSocket('viewer', () => 'public');
  await clock.pass(1);
  for (let index = 0; index < 20; index += 1) transport.openSocket('account', () => 'managed');
  await clock.pass(20_000);
  const urls = openedAt.map(({ url }) => url);
  expect(urls.indexOf('viewer')).toBe(oldestHandshakeEvery - 1);
  expect(urls).toHaveLength(handshakesPerWindow + 21);
});

test('after three consecutive failed handshakes the rate is halved for half a minute, and the third socket gets the close code 1013', async () => {
  const { clock, openedAt, sockets, transport } = bench();
  const codes: number[] = [];
  for (let index = 0; index < 3; index += 1)
    transport.openSocket('refused', () => 'private').onClose((code) => codes.push(code));
  await clock.pass(2_000);
  for (const socket of sockets) socket.fail();
  expect(codes).toEqual([1006, 1006, 1013]);
  const from = openedAt.length;
  for (let index = 0; index < 100; index += 1) transport.openSocket('later', () => 'private');
  await clock.pass(20_000);
  expect(openedAt.length - from).toBeLessThanOrEqual(21);
  expect(transport.handshakes()).toMatchObject({ isSlowed: true });
  await clock.pass(20_000);
  expect(transport.handshakes()).toMatchObject({ isSlowed: false });
});
