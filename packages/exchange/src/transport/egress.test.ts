// Tests of the choice of the source address of each account, and of the sums of the figures of all addresses.
import { createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { handshakesPerWindow } from '../limits.ts';
import { createEgress, type Egress } from './egress.ts';
import type { TextSocket } from './transport.ts';

const silent: TextSocket = {
  send: () => undefined,
  close: () => undefined,
  onDial: (listener) => listener(),
  onOpen: () => undefined,
  onMessage: () => undefined,
  onClose: () => undefined,
};
const accounts = Array.from({ length: 500 }, (_, index) => `account-${index}`);

function egressOf(first: string, ...others: readonly string[]): Egress {
  const networkOf = (address: string) => ({
    address,
    transport: { request: () => Promise.reject(new Error('This test has no network.')), openSocket: () => silent },
  });
  return createEgress([networkOf(first), ...others.map(networkOf)], createVirtualClock());
}

function chosen(egress: Egress): readonly (string | null)[] {
  return accounts.map((id) => egress.linesFor(id, null)[0].address);
}

test('each of four addresses is chosen for 100 to 150 of 500 accounts', () => {
  const addresses = chosen(egressOf('a', 'b', 'c', 'd'));
  for (const address of ['a', 'b', 'c', 'd']) {
    const count = addresses.filter((each) => each === address).length;
    expect(count).toBeGreaterThanOrEqual(100);
    expect(count).toBeLessThanOrEqual(150);
  }
});

test('when an address is added, every account keeps its address or gets the added address', () => {
  const before = chosen(egressOf('a', 'b'));
  const after = chosen(egressOf('c', 'b', 'a'));
  expect(after.filter((address, index) => address !== before[index] && address !== 'c')).toEqual([]);
  expect(after.filter((address) => address === 'c').length).toBeGreaterThan(100);
});

test('the line with the stored address is the first, and a stored address without a line is ignored', () => {
  const egress = egressOf('a', 'b', 'c');
  for (const id of accounts.slice(0, 20)) {
    expect(egress.linesFor(id, 'b').map(({ address }) => address)[0]).toBe('b');
    expect(egress.linesFor(id, 'gone')[0].address).toBe(egress.linesFor(id, null)[0].address);
    expect(egress.linesFor(id, 'b')).toHaveLength(3);
  }
});

test('the figures are the sums over all addresses', () => {
  const egress = egressOf('a', 'b');
  for (const id of accounts.slice(0, 20)) egress.linesFor(id, null)[0].transport.openSocket('x', () => 'private');
  const { waiting, perSecond, oldestWaitMs } = egress.handshakes();
  expect(waiting.private).toBe(20 - 2 * handshakesPerWindow);
  expect(perSecond).toBe(2 * handshakesPerWindow);
  expect(oldestWaitMs).toBe(0);
});
