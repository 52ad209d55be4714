// Tests that the start is refused when the machine does not have a configured source address, and that a network has no other destination than the configured ones.
import { expect, test } from 'vitest';
import { openNetworks } from './networks.ts';

const destinations = new Set(['https://www.okx.com']);

test('without a configured address, one network is opened, and the operating system chooses its address', async () => {
  const networks = await openNetworks([], destinations);
  expect(networks.map(({ address }) => address)).toEqual([null]);
});

test('a network is opened for each address of the machine', async () => {
  const networks = await openNetworks(['127.0.0.2', '127.0.0.3'], destinations);
  expect(networks.map(({ address }) => address)).toEqual(['127.0.0.2', '127.0.0.3']);
});

test('the error names the address that the machine does not have', async () => {
  await expect(openNetworks(['127.0.0.1', '203.0.113.9'], destinations)).rejects.toThrow(
    'RONDO_EGRESS: this machine does not have the address 203.0.113.9.',
  );
});

test('a network sends nothing to another origin than its destinations', async () => {
  const [{ transport }] = await openNetworks([], destinations);
  const request = { url: 'http://127.0.0.1:9/', headers: {}, timeoutMs: 1_000, method: 'GET', body: null } as const;
  await expect(transport.request(request)).rejects.toThrow('http://127.0.0.1:9 is no allowed destination');
});
