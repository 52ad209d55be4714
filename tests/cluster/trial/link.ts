// The link between one node and one part of the cluster: a TCP proxy that can hold the bytes of both directions or of one direction.
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/**
 * `open` passes all bytes. `cut` holds the bytes of both directions. `requestless` holds the bytes of the node, and `responseless` holds the bytes for the node. Held
 * bytes are passed when the link is open again, as TCP sends lost packets again. A new connection waits while the link is not open.
 */
export type LinkState = 'open' | 'cut' | 'requestless' | 'responseless';

export interface Link {
  /** The port to which the node connects. */
  readonly port: number;
  set(state: LinkState): void;
  close(): Promise<void>;
}

/** Opens the proxy on a free port of the loopback address. */
export async function openLink(target: NetConnectOpts): Promise<Link> {
  let state: LinkState = 'open';
  const connections = new Set<Connection>();
  const proxy = createServer({ noDelay: true }, (fromNode) => {
    const connection = openConnection(fromNode, target, () => connections.delete(connection));
    connections.add(connection);
    connection.apply(state);
  });
  await new Promise<void>((resolve, reject) => {
    proxy.once('error', reject);
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    port: address.port,
    set(next) {
      state = next;
      for (const connection of connections) connection.apply(next);
    },
    async close() {
      const closed = new Promise((resolve) => proxy.close(resolve));
      for (const connection of connections) connection.destroy();
      await closed;
    },
  };
}

interface Connection {
  apply(state: LinkState): void;
  destroy(): void;
}

/** Connects one connection of the node with the target when the link is open for the first time. */
function openConnection(fromNode: Socket, target: NetConnectOpts, ended: () => void): Connection {
  let state: LinkState = 'open';
  let toPart: Socket | null = null;
  // A lost connection is reported to its other end only while the link is open.
  const lost = new Set<Socket>();
  const endWhenLost = (): void => {
    if (state !== 'open' || lost.size === 0) return;
    fromNode.destroy();
    toPart?.destroy();
    ended();
  };
  const watch = (socket: Socket): void => {
    // The close event follows every error, so the error needs no further work.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      lost.add(socket);
      endWhenLost();
    });
  };
  fromNode.pause();
  watch(fromNode);
  return {
    apply(next) {
      state = next;
      endWhenLost();
      if (toPart === null && next === 'open' && !fromNode.destroyed) {
        toPart = connect({ ...target, noDelay: true });
        watch(toPart);
        pass(fromNode, toPart);
        pass(toPart, fromNode);
      }
      hold(fromNode, next === 'cut' || next === 'requestless' || toPart === null);
      if (toPart !== null) hold(toPart, next === 'cut' || next === 'responseless');
    },
    destroy() {
      fromNode.destroy();
      toPart?.destroy();
    },
  };
}

function pass(from: Socket, to: Socket): void {
  from.on('data', (chunk) => void (to.destroyed || to.write(chunk)));
  from.on('end', () => to.end());
}

function hold(socket: Socket, isHeld: boolean): void {
  if (isHeld) socket.pause();
  else socket.resume();
}
