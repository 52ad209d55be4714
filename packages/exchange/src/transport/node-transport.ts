// The transport over the real network. It uses undici for HTTP and ws for sockets. HTTP requests are not retried and
// follow no redirect.
import { isIP } from 'node:net';
import { Agent } from 'undici';
import { WebSocket } from 'ws';
import { idleConnectionMs, maxFrameBytes, maxHttpConnections } from '../limits.ts';
import { createRequestQueue } from './http-request.ts';
import type { TextSocket, Transport } from './transport.ts';

/** Certificates are checked, and the environment of the process cannot turn this off (reliability 5.3 item 61). */
const certificateCheck = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

/** The close code of a socket whose destination is not allowed. Source: RFC 6455, close codes ("policy violation"). */
const refusedClose = 1008;

/** A transport with connection pools. `close` closes the HTTP connections, and running requests fail. */
export interface NodeTransport extends Transport {
  close(): Promise<void>;
}

/**
 * Returns a transport with its own connection pools. When `sourceAddress` is a local IP address, all connections use it
 * as their source address. When it is null, the operating system chooses the source address. With `destinations`, a
 * request or socket to another origin fails before a connection is opened.
 */
export function createNodeTransport(
  sourceAddress: string | null = null,
  destinations: ReadonlySet<string> | null = null,
): NodeTransport {
  const local = sourceAddress === null ? {} : { localAddress: sourceAddress };
  // A connection can only be opened to an address of the same IP version as its source address.
  const version = { ...certificateCheck, ...(sourceAddress === null ? {} : { family: isIP(sourceAddress) }) };
  const pool = { connections: maxHttpConnections, pipelining: 1, keepAliveTimeout: idleConnectionMs };
  const openAgent = (): Agent => new Agent({ ...pool, ...local, connect: version });
  // A connection sends one request at a time. With connections of their own, commands do not wait for the responses to readings.
  const agents = { GET: openAgent(), POST: openAgent() };
  const send = {
    GET: createRequestQueue(agents.GET, maxHttpConnections),
    POST: createRequestQueue(agents.POST, maxHttpConnections),
  };
  const refusalOf = (url: string): string | null => {
    const { origin } = new URL(url);
    return destinations === null || destinations.has(origin) ? null : `${origin} is no allowed destination`;
  };
  return {
    async request(request) {
      const refusal = refusalOf(request.url);
      if (refusal !== null) throw new Error(refusal);
      return send[request.method](request);
    },
    openSocket(url) {
      const refusal = refusalOf(url);
      return refusal === null ? openSocket(url, { ...local, ...version }) : refusedSocket(refusal);
    },
    close: async () => void (await Promise.all([agents.GET.destroy(), agents.POST.destroy()])),
  };
}

/** Returns a socket that was not opened. It closes after its listeners are set, as after a failed handshake. */
function refusedSocket(reason: string): TextSocket {
  return {
    send: () => undefined,
    close: () => undefined,
    onDial: (listener) => listener(),
    onOpen: () => undefined,
    onMessage: () => undefined,
    onClose: (listener) => void Promise.resolve().then(() => listener(refusedClose, reason)),
  };
}

function openSocket(
  url: string,
  source: { readonly localAddress?: string; readonly family?: number; readonly rejectUnauthorized: boolean },
): TextSocket {
  const socket = new WebSocket(url, {
    ...source,
    maxPayload: maxFrameBytes,
    handshakeTimeout: 10_000,
    perMessageDeflate: false,
  });
  let failure = '';
  socket.on('error', (error) => {
    // ws emits a close event after every error, so the reason is reported with the close event.
    failure = error.message;
  });
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      socket.terminate();
    },
    onDial: (listener) => listener(),
    onOpen: (listener) => void socket.on('open', listener),
    onMessage: (listener) => void socket.on('message', (bytes) => listener(textOf(bytes))),
    onClose: (listener) =>
      void socket.on('close', (code, reason) => listener(code, failure || reason.toString('utf8'))),
  };
}

function textOf(bytes: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(bytes)) return Buffer.concat(bytes).toString('utf8');
  return (bytes instanceof ArrayBuffer ? Buffer.from(bytes) : bytes).toString('utf8');
}
