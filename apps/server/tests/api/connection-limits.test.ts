// Tests of the limits of connections, on a real server of Node.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { limitConnections } from '../../src/edge/connection-limits.ts';

/** Opens connections at one moment. Returns the sockets when the server has seen all of them. */
async function openMany(server: Server, count: number): Promise<readonly Socket[]> {
  const { port } = server.address() as AddressInfo; // The server listens on a port, so its address is no text.
  let seen = 0;
  const note = (): void => void (seen += 1);
  server.on('connection', note);
  const sockets = Array.from({ length: count }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .resume(),
  );
  await expect.poll(() => seen, patience).toBe(count);
  server.off('connection', note);
  return sockets;
}

const patience = { timeout: 20_000 };

test.each([
  ['a network', false, 2],
  ['a trusted proxy', true, 4],
])('%s gets its number of connections, and a closed connection makes a place', async (_case, isProxy, expected) => {
  const server = createServer();
  limitConnections(server, { has: () => isProxy }, 2);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const count = () => new Promise((resolve) => server.getConnections((_error, open) => resolve(open)));
  const first = await openMany(server, 4);
  await expect.poll(count, patience).toBe(expected);
  for (const socket of first) socket.destroy();
  await expect.poll(count, patience).toBe(0);
  const second = await openMany(server, 2);
  await expect.poll(count, patience).toBe(2);
  for (const socket of second) socket.destroy();
  server.close();
});
