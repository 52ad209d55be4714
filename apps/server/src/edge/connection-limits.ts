// Limits the connections to the HTTP server: in all, and for each network of callers.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { AddressSet } from '../api/address-set.ts';
import { networkOf } from '../people/network-of.ts';
import { serverLimits } from '../limits.ts';

/**
 * Closes a new connection when its network (IPv4 /24, IPv6 /64) has `perNetwork` open connections. The connections of a trusted proxy have no such limit, because the
 * proxy connects for everybody.
 */
export function limitConnections(
  server: Pick<Server, 'on'> & { maxConnections: number },
  proxies: AddressSet,
  perNetwork: number = serverLimits.connectionsPerNetwork,
): void {
  server.maxConnections = serverLimits.connections;
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (address === '' || proxies.has(address)) return;
    const network = networkOf(address);
    const count = (counts.get(network) ?? 0) + 1;
    if (count > perNetwork) {
      socket.destroy();
      return;
    }
    counts.set(network, count);
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left === 0) counts.delete(network);
      else counts.set(network, left);
    });
  });
}
