// The exchange over WebSocket: hands texts to the core and holds its messages back until the journal is on the disk.
import type { Server } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { plainAddress } from './addresses.ts';
import type { ExchangeCore } from '../core/exchange-core.ts';
import { sandboxLimits } from '../limits.ts';

export interface SocketParts {
  readonly core: ExchangeCore;
  /** Journals what changed, then calls back when it is durable; pushes are let out after it. */
  settle(respond: () => void): void;
  /** Journals what changed and calls back when it is durable. */
  afterDurable(then: () => void): void;
}

/** Attaches /ws/v5/{public,private,business,all} to an HTTP server. Answers the socket server, to be closed by its owner. */
export function attachSockets(server: Server, parts: SocketParts): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: sandboxLimits.socketMessageBytes * 2 });
  server.on('upgrade', (request, stream, head) => {
    const opened = parts.core.connect(request.url ?? '', {
      host: request.headers.host ?? '',
      address: plainAddress(request.socket.remoteAddress ?? ''),
    });
    if (!opened) {
      stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => bind(socket, opened, parts));
  });
  return sockets;
}

function bind(socket: WebSocket, opened: NonNullable<ReturnType<ExchangeCore['connect']>>, parts: SocketParts): void {
  opened.onMessage((message) => parts.afterDurable(() => socket.send(message)));
  opened.onClose((code, reason) =>
    parts.afterDurable(() => {
      // 1006 is no code one side may send: the connection just breaks.
      if (code === 1006) socket.terminate();
      else socket.close(code, reason);
    }),
  );
  socket.on('message', (message: Buffer) => {
    opened.send(message.toString('utf8'));
    parts.settle(() => undefined);
  });
  socket.on('close', () => opened.close());
  socket.on('error', () => opened.close());
}
