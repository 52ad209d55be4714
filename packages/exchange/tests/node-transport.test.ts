// Tests the connections of the transport over the real network.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createNodeTransport } from '../src/index.ts';

test('a command is sent while many readings wait for their responses', async () => {
  const server = createServer((request, response) => {
    if (request.method === 'POST') response.end('accepted');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has this kind of address.
  const transport = createNodeTransport();
  const base = { url: `http://127.0.0.1:${port}/`, headers: {}, timeoutMs: 2_000 };
  const readings = Array.from({ length: 40 }, () =>
    transport.request({ ...base, method: 'GET', body: null }).catch((cause: unknown) => cause),
  );
  expect(await transport.request({ ...base, method: 'POST', body: '{}' })).toMatchObject({ text: 'accepted' });
  await transport.close();
  expect((await Promise.all(readings)).every((cause) => cause instanceof Error)).toBe(true);
  await new Promise((resolve) => server.close(resolve));
});
