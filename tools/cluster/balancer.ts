// A small balancer for one machine: a browser keeps its node by a cookie, and a node that is not ready gets no request.
import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Balancer {
  readonly port: number;
  /** Checks all nodes now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface BalancerOptions {
  readonly port: number;
  /** The origins of the nodes, such as `http://127.0.0.1:4001`. Nodes may be added later. */
  readonly nodes: readonly string[];
  /** The period of the health checks in ms. */
  readonly checkMs: number;
}

const cookieName = 'rondo_node';
/** A node whose checks have no response is used last after so many checks. On a busy machine all nodes may be slow at once, and a slow node still serves. */
const missedChecks = 3;

/** The state of a node by its checks. `refused`: it accepts no connection. `unready`: it has said so. A number counts the checks without a response. */
type NodeState = 'ready' | 'unready' | 'refused' | number;

const mayServe = (state: NodeState | undefined): boolean =>
  state === 'ready' || (typeof state === 'number' && state < missedChecks);

/** Starts the balancer on the loopback address. It asks each node for `/api/health/ready`. */
export async function startBalancer({ port, nodes, checkMs }: BalancerOptions): Promise<Balancer> {
  const states = new Map<number, NodeState>();
  const ended = new Map<number, number>();
  let turn = 0;
  let begun = 0;
  const checkNode = async (node: string, index: number, number: number): Promise<void> => {
    const seen = await askReady(node);
    // A check can last longer than the period, so its result can be late.
    if (number < (ended.get(index) ?? 0)) return;
    ended.set(index, number);
    const before = states.get(index) ?? 'refused';
    const missed = typeof before === 'number' ? before + 1 : 1;
    // A node that refuses connections or is not ready does not become ready by its silence.
    const isOut = before === 'refused' || before === 'unready';
    if (seen !== 'silent') states.set(index, seen);
    else if (!isOut) states.set(index, missed);
  };
  const check = async (): Promise<void> => {
    begun += 1;
    const number = begun;
    await Promise.all(nodes.map((node, index) => checkNode(node, index, number)));
  };
  /** Returns the nodes in the sequence in which a request tries them: first the node of its cookie, then the others in turn, then the silent nodes. */
  const candidates = (incoming: IncomingMessage): readonly number[] => {
    const own = Number(new RegExp(`${cookieName}=(\\d+)`).exec(incoming.headers.cookie ?? '')?.[1] ?? -1);
    turn += 1;
    const ready = nodes.map((_, index) => index).filter((index) => mayServe(states.get(index)));
    const silent = [...states].flatMap(([index, state]) =>
      typeof state === 'number' && !mayServe(state) ? [index] : [],
    );
    const others = [...ready.map((_, place) => ready[(place + turn) % ready.length] ?? 0), ...silent];
    return ready.includes(own) ? [own, ...others.filter((index) => index !== own)] : others;
  };
  const describe = (): string => nodes.map((_, index) => states.get(index) ?? 'unknown').join(', ');
  const timer = setInterval(() => void check(), checkMs);
  const server = createServer((incoming, response) => {
    void passRequest({ incoming, response, nodes, candidates: candidates(incoming), describe });
  });
  // A caller that keeps its connection must not use it in the moment in which it is closed.
  server.keepAliveTimeout = 65_000;
  server.on('upgrade', (incoming, socket, head) => {
    passUpgrade({ incoming, socket, head, nodes: candidates(incoming).flatMap((index) => nodes[index] ?? []) });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port, // A server that listens on TCP has an address with a port.
    check,
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns whether a node accepts requests. A node that does not respond within two seconds does not. */
export async function isReady(node: string): Promise<boolean> {
  return (await askReady(node)) === 'ready';
}

async function askReady(node: string): Promise<'ready' | 'unready' | 'refused' | 'silent'> {
  const signal = AbortSignal.timeout(2_000);
  try {
    const response = await fetch(`${node}/api/health/ready`, { signal });
    await response.arrayBuffer();
    return response.ok ? 'ready' : 'unready';
  } catch (error) {
    return isRefusal(error) ? 'refused' : 'silent';
  }
}

/** Returns whether no process listens at the address. A connection that ends without a response is no refusal, for example a connection that the node has closed because it was idle. */
function isRefusal(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

function headersFor(incoming: IncomingMessage): OutgoingHttpHeaders {
  const earlier = incoming.headers['x-forwarded-for'];
  const caller = incoming.socket.remoteAddress ?? '';
  return { ...incoming.headers, 'x-forwarded-for': earlier === undefined ? caller : `${String(earlier)}, ${caller}` };
}

interface PassedRequest {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly nodes: readonly string[];
  readonly candidates: readonly number[];
  /** Returns the states of all nodes. */
  readonly describe: () => string;
}

/** Passes a request to the first candidate that accepts a connection. No node gets a request twice, because the body is sent only after the connection. */
async function passRequest({ incoming, response, nodes, candidates, describe }: PassedRequest): Promise<void> {
  for (const index of candidates) {
    const isConnected = await tryNode(incoming, response, { origin: nodes[index] ?? '', index });
    if (isConnected) return;
  }
  response.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' });
  response.end(JSON.stringify({ message: `The balancer has no node (${describe()}).` }));
}

/** Resolves with false when the node accepts no connection. */
function tryNode(
  incoming: IncomingMessage,
  response: ServerResponse,
  node: { readonly origin: string; readonly index: number },
): Promise<boolean> {
  return new Promise((resolve) => {
    const { method, url } = incoming;
    const upstream = request(`${node.origin}${url}`, { method, headers: headersFor(incoming), agent: false });
    let isConnected = false;
    upstream.once('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true;
        resolve(true);
        incoming.pipe(upstream);
      }),
    );
    upstream.once('response', (reply) => {
      const cookies = [...(reply.headers['set-cookie'] ?? []), `${cookieName}=${node.index}; Path=/; SameSite=Lax`];
      response.writeHead(reply.statusCode ?? 502, { ...reply.headers, 'set-cookie': cookies });
      reply.pipe(response);
      reply.once('error', () => response.destroy());
    });
    upstream.once('error', () => {
      if (!isConnected) resolve(false);
      else if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.once('close', () => isConnected && upstream.destroy());
  });
}

interface PassedUpgrade {
  readonly incoming: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  /** The origins of the nodes, in the sequence in which they are tried. */
  readonly nodes: readonly string[];
}

/** Passes a socket to the first node that accepts a connection. */
function passUpgrade({ incoming, socket, head, nodes: [node, ...others] }: PassedUpgrade): void {
  if (node === undefined) {
    socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
    return;
  }
  const upstream = request(`${node}${incoming.url}`, { headers: headersFor(incoming), agent: false });
  const end = (): void => void socket.destroy();
  socket.once('error', () => upstream.destroy());
  upstream.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') passUpgrade({ incoming, socket, head, nodes: others });
    else end();
  });
  upstream.once('response', (reply) => {
    socket.end(`HTTP/1.1 ${reply.statusCode} ${reply.statusMessage}\r\nConnection: close\r\n\r\n`);
    reply.resume();
  });
  upstream.once('upgrade', (reply, opened, first) => {
    const lines = reply.rawHeaders.flatMap((name, place) =>
      place % 2 === 0 ? [`${name}: ${reply.rawHeaders[place + 1]}`] : [],
    );
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
    socket.write(first);
    opened.write(head);
    opened.pipe(socket).pipe(opened);
    opened.once('error', end);
    opened.once('close', end);
    socket.once('close', () => opened.destroy());
  });
  upstream.end();
}
