// Tests of the handshakes of one address. Handshakes are made in sequence, at most as many per second as OKX allows, with a limited queue.
import { createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { limitHandshakes } from './handshakes.ts';
import { handshakesPerWindow, maxWaitingHandshakes } from '../limits.ts';
import type { TextSocket } from './transport.ts';

function bench() {
  const clock = createVirtualClock();
  const openedAt: { readonly url: string; readonly at: number }[] = [];
  const silent: TextSocket = {
    send: () => undefined,
    close: () => undefined,
    onOpen: () => undefined,
    onMessage: () => undefined,
    onClose: () => undefined,
  };
  const transport = limitHandshakes(
    {
      request: () => Promise.reject(new Error('This bench has no network.')),
      openSocket(url) {
        openedAt.push({ url, at: clock.now() });
        return silent;
      },
    },
    clock,
  );
  return { clock, openedAt, transport };
}

test('many reconnections at one time are distributed over several windows in their sequence', async () => {
  const { clock, openedAt, transport } = bench();
  for (let index = 0; index < 10; index += 1) transport.openSocket(String(index));
  expect(openedAt).toHaveLength(handshakesPerWindow);
  await clock.pass(20_000);
  expect(openedAt.map(({ url }) => url)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  for (const { at } of openedAt) {
    const inWindow = openedAt.filter((other) => other.at >= at && other.at < at + 1_000).length;
    expect(inWindow).toBeLessThanOrEqual(3);
  }
});

test('a socket that is closed before its turn is never opened', async () => {
  const { clock, openedAt, transport } = bench();
  for (let index = 0; index < handshakesPerWindow; index += 1) transport.openSocket('first');
  transport.openSocket('late').close();
  await clock.pass(5_000);
  expect(openedAt.some(({ url }) => url === 'late')).toBe(false);
});

test('a handshake is refused immediately when the queue is full', async () => {
  const { clock, transport } = bench();
  let refusals = 0;
  for (let index = 0; index < maxWaitingHandshakes + handshakesPerWindow + 5; index += 1)
    transport.openSocket('x').onClose(() => (refusals += 1));
  await clock.pass(0);
  expect(refusals).toBe(5);
});
