// Tests of the shares of a process in the limits of its source addresses.
import { createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { handshakesPerWindow, shareGrowsAfterMs } from '../limits.ts';
import { createAddressShares } from './address-shares.ts';
import { createEgress } from './egress.ts';

test('a smaller share is used immediately, and a larger share after every share of fifteen seconds was larger', async () => {
  const clock = createVirtualClock();
  const shares = createAddressShares(clock);
  const noteFor = async (ms: number, share: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      shares.note([{ address: null, share }]);
      await clock.pass(1_000);
    }
  };
  expect(shares.shareOf(null)).toBe(1);
  await noteFor(1_000, 0.5);
  expect(shares.shareOf(null)).toBe(0.5);
  await noteFor(shareGrowsAfterMs, 1);
  expect(shares.shareOf(null)).toBe(0.5);
  await noteFor(1_000, 0.25);
  await noteFor(shareGrowsAfterMs, 1);
  expect(shares.shareOf(null)).toBe(0.25);
  await noteFor(1_000, 1);
  expect(shares.shareOf(null)).toBe(1);
});

test('a share that grows twice is used in two steps', async () => {
  const clock = createVirtualClock();
  const shares = createAddressShares(clock);
  const note = (share: number): void => shares.note([{ address: '10.0.0.1', share }]);
  note(0.2);
  note(0.5);
  await clock.pass(shareGrowsAfterMs - 1);
  note(1);
  await clock.pass(1);
  note(1);
  expect(shares.shareOf('10.0.0.1')).toBe(0.5);
  await clock.pass(shareGrowsAfterMs);
  note(1);
  expect(shares.shareOf('10.0.0.1')).toBe(1);
});

test('three processes with one address start together at most as many handshakes and requests as one process', async () => {
  const clock = createVirtualClock();
  const openedAt: number[] = [];
  const grantedAt: number[] = [];
  const transport = {
    request: () => Promise.reject(new Error('This test has no network.')),
    openSocket() {
      openedAt.push(clock.now());
      return {
        send: () => undefined,
        close: () => undefined,
        onDial: () => undefined,
        onOpen: () => undefined,
        onMessage: () => undefined,
        onClose: () => undefined,
      };
    },
  };
  for (let index = 0; index < 3; index += 1) {
    const shares = createAddressShares(clock);
    shares.note([{ address: null, share: 1 / 3 }]);
    const { first } = createEgress([{ address: null, transport }], clock, (address) => shares.shareOf(address));
    for (let socket = 0; socket < 20; socket += 1) first.transport.openSocket('x', () => 'private');
    for (let request = 0; request < 40; request += 1)
      void first.addressBudget
        .take({ key: 'tickers', limit: 20, priority: 'read' }, 60_000)
        .then((isGranted) => isGranted && grantedAt.push(clock.now()));
  }
  await clock.pass(30_000);
  const mostIn = (times: readonly number[], ms: number): number =>
    Math.max(...times.map((at) => times.filter((other) => other >= at && other < at + ms).length));
  expect(mostIn(grantedAt, 2_000)).toBe(15);
  expect(mostIn(openedAt, 3_000)).toBeLessThanOrEqual(3 * handshakesPerWindow);
  expect(openedAt).toHaveLength(60);
});
