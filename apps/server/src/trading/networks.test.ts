// Tests that the start is refused when the machine does not have a configured source address.
import { expect, test } from 'vitest';
import { openNetworks } from './networks.ts';

test('without a configured address, one network is opened, and the operating system chooses its address', async () => {
  const networks = await openNetworks([]);
  expect(networks.map(({ address }) => address)).toEqual([null]);
});

test('a network is opened for each address of the machine', async () => {
  const networks = await openNetworks(['127.0.0.2', '127.0.0.3']);
  expect(networks.map(({ address }) => address)).toEqual(['127.0.0.2', '127.0.0.3']);
});

test('the error names the address that the machine does not have', async () => {
  await expect(openNetworks(['127.0.0.1', '203.0.113.9'])).rejects.toThrow(
    'RONDO_EGRESS: this machine does not have the address 203.0.113.9.',
  );
});
