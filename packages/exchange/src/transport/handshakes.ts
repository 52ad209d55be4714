// Delays the opening of sockets, because OKX allows three handshakes per second from one address for all accounts together.
import type { Clock } from '@rondo/engine/ports';
import { handshakesPerWindow, handshakeWindowMs, maxWaitingHandshakes } from '../limits.ts';
import type { TextSocket, Transport } from './transport.ts';

interface Waiting {
  open(): void;
  refuse(): void;
}

/** Returns the transport with limited handshakes. All accounts of a process must use one such transport, because they have one address. */
export function limitHandshakes(transport: Transport, clock: Clock): Transport {
  let opened: number[] = [];
  const waiting: Waiting[] = [];
  let timer: { cancel(): void } | null = null;

  function serve(): void {
    timer?.cancel();
    timer = null;
    for (;;) {
      opened = opened.filter((at) => clock.now() - at < handshakeWindowMs);
      if (waiting.length === 0) return;
      if (opened.length >= handshakesPerWindow) break;
      opened.push(clock.now());
      waiting.shift()?.open();
    }
    const freeAt = (opened[0] ?? clock.now()) + handshakeWindowMs;
    timer = clock.after(Math.max(1, freeAt - clock.now()), serve);
  }

  return {
    request: (request) => transport.request(request),
    openSocket(url) {
      const socket = lateSocket(() => transport.openSocket(url));
      if (waiting.length >= maxWaitingHandshakes) socket.refuse();
      else waiting.push(socket);
      serve();
      return socket.face;
    },
  };
}

/** Returns a socket that opens later. The socket never opens when it is closed before its turn. */
function lateSocket(make: () => TextSocket): Waiting & { readonly face: TextSocket } {
  let inner: TextSocket | null = null;
  let isClosed = false;
  let hearOpen: () => void = () => undefined;
  let hearMessage: (text: string) => void = () => undefined;
  let hearClose: (code: number, reason: string) => void = () => undefined;
  return {
    open() {
      if (isClosed) return;
      inner = make();
      inner.onOpen(() => hearOpen());
      inner.onMessage((text) => hearMessage(text));
      inner.onClose((code, reason) => hearClose(code, reason));
    },
    // Listeners are set immediately after the opening, so the refusal is reported in a later microtask.
    refuse() {
      isClosed = true;
      void Promise.resolve().then(() => hearClose(1013, 'too many sockets wait'));
    },
    face: {
      send: (text) => inner?.send(text),
      close() {
        isClosed = true;
        inner?.close();
      },
      onOpen: (listener) => void (hearOpen = listener),
      onMessage: (listener) => void (hearMessage = listener),
      onClose: (listener) => void (hearClose = listener),
    },
  };
}
