// The network between the server and the exchange: a TCP proxy for HTTP and WebSocket that can delay bytes, cut connections and lose responses.
import { connect, createServer, type Socket } from 'node:net';

/** `open` passes all bytes. `delayed` passes bytes later. `cut` refuses connections. `responseless` passes requests and cuts before the response. */
export type NetworkState =
  | { readonly kind: 'open' | 'cut' | 'responseless' }
  | { readonly kind: 'delayed'; readonly delayMs: number };

export type CrashNetwork = {
  /** The port to which the server connects. */
  readonly port: number;
  /** Sets the port of the exchange for new connections. */
  readonly routeTo: (port: number) => void;
  readonly set: (state: NetworkState) => void;
  readonly close: () => Promise<void>;
};

/** Opens the proxy on a free port of the loopback address. */
export async function openNetwork(): Promise<CrashNetwork> {
  let state: NetworkState = { kind: 'open' };
  let exchangePort = 0;
  const sockets = new Set<Socket>();
  const delayMs = (): number => (state.kind === 'delayed' ? state.delayMs : 0);
  const proxy = createServer((fromServer) => {
    if (state.kind === 'cut') {
      fromServer.destroy();
      return;
    }
    const toExchange = connect({ host: '127.0.0.1', port: exchangePort });
    for (const [socket, other] of [
      [fromServer, toExchange],
      [toExchange, fromServer],
    ] as const) {
      sockets.add(socket);
      const pass = inOrder(delayMs);
      // The close event follows every error, so the error needs no further work.
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        if (socket === toExchange && state.kind === 'responseless') {
          fromServer.destroy();
          toExchange.destroy();
        } else pass(() => void (other.destroyed || other.write(chunk)));
      });
      socket.on('close', () => {
        sockets.delete(socket);
        pass(() => other.destroy());
      });
    }
  });
  await new Promise<void>((resolve, reject) => {
    proxy.once('error', reject);
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    routeTo: (port) => void (exchangePort = port),
    set(next) {
      state = next;
      if (next.kind === 'cut') cutAll();
    },
    async close() {
      const closed = new Promise<void>((resolve) => void proxy.close(() => resolve()));
      cutAll();
      await closed;
    },
  };
}

/** Returns a function that calls its argument after the delay, and in the sequence of the calls. */
function inOrder(delayMs: () => number): (then: () => void) => void {
  let lastDueAt = 0;
  return (then) => {
    const now = Date.now();
    const dueAt = Math.max(now + delayMs(), lastDueAt);
    lastDueAt = dueAt;
    if (dueAt <= now) then();
    else setTimeout(then, dueAt - now);
  };
}
