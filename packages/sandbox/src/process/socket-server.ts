// The exchange over WebSocket. Messages of clients are passed to the core, and messages of the core are sent after the journal lines are on the disk.
import type { Server } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { plainAddress } from './addresses.ts';
import type { ExchangeCore } from '../core/exchange-core.ts';
import { sandboxLimits } from '../limits.ts';

/** Dependencies of the socket server. */
export interface SocketContext {
  readonly core: ExchangeCore;
  /** Writes the changes to the journal, calls `respond` when the changes are durable, and sends the pushes. */
  commit(respond: () => void): void;
  /** Writes the changes to the journal and calls `then` when the changes are durable. */
  afterDurable(then: () => void): void;
}

/** Attaches /ws/v5/{public,private,business,all} to an HTTP server. Returns the socket server, which the caller must close. */
export function attachSockets(server: Server, context: SocketContext): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: sandboxLimits.socketMessageBytes * 2 });
  server.on('upgrade', (request, stream, head) => {
    const address = plainAddress(request.socket.remoteAddress ?? '');
    if (!context.core.countHandshake(address)) {
      stream.end('HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n\r\n');
      return;
    }
    const opened = context.core.connect(request.url ?? '', { host: request.headers.host ?? '', address });
    if (!opened) {
      stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => bind(socket, opened, context));
  });
  return sockets;
}

function bind(
  socket: WebSocket,
  opened: NonNullable<ReturnType<ExchangeCore['connect']>>,
  context: SocketContext,
): void {
  opened.onMessage((message) => context.afterDurable(() => socket.send(message)));
  opened.onClose((code, reason) =>
    context.afterDurable(() => {
      // RFC 6455 forbids sending code 1006, so the connection is ended without a close frame.
      if (code === 1006) socket.terminate();
      else socket.close(code, reason);
    }),
  );
  socket.on('message', (message: Buffer) => {
    opened.send(message.toString('utf8'));
    context.commit(() => undefined);
  });
  socket.on('close', () => opened.close());
  socket.on('error', () => opened.close());
}
