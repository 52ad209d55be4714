// Delays the opening of sockets, because OKX allows three handshakes per second from one address for all accounts together.
import type { Clock } from '@rondo/engine/ports';
import {
  handshakeFailuresMax,
  handshakeFailureWindowMs,
  handshakesPerWindow,
  handshakesWhenSlowed,
  handshakeSlowedMs,
  handshakeWindowMs,
} from '../limits.ts';
import { createHandshakeQueue, type HandshakeTicket, type HandshakeUrgency } from './handshake-queue.ts';
import { tryAgainLaterClose, type TextSocket, type Transport } from './transport.ts';

/** The handshakes of one address. `oldestWaitMs` is null when no socket waits. `dialled` counts the handshakes since the start. */
export type HandshakeFigures = {
  readonly waiting: Readonly<Record<HandshakeUrgency, number>>;
  readonly oldestWaitMs: number | null;
  readonly dialled: number;
  readonly isSlowed: boolean;
  /** The handshakes per second that the address may make at present. */
  readonly perSecond: number;
};

// A transport whose handshakes wait for their turn.
type LimitedTransport = Transport & { readonly handshakes: () => HandshakeFigures };

/**
 * Returns the transport with limited handshakes. All accounts of a process must use one such transport, because they have one address.
 * A handshake counts when it begins. A socket that is closed while it waits uses no handshake. After `handshakeFailuresMax` consecutive
 * failures of any sockets within `handshakeFailureWindowMs` the rate is lower for `handshakeSlowedMs`, because the exchange then refuses
 * the address and not one account. `handshakes` returns the present figures of the address.
 */
export function limitHandshakes(transport: Transport, clock: Clock): LimitedTransport {
  const queue = createHandshakeQueue();
  let dialledAt: number[] = [];
  let failedAt: number[] = [];
  let slowedUntil = 0;
  let dialled = 0;
  let wake: { cancel(): void } | null = null;
  const isSlowed = (): boolean => clock.now() < slowedUntil;
  const most = (): number => (isSlowed() ? handshakesWhenSlowed : handshakesPerWindow);

  function serve(): void {
    wake?.cancel();
    wake = null;
    for (;;) {
      dialledAt = dialledAt.filter((at) => clock.now() - at < handshakeWindowMs);
      if (dialledAt.length >= most()) break;
      const ticket = queue.take();
      if (ticket === null) return;
      dialledAt.push(clock.now());
      dialled += 1;
      ticket.dial();
    }
    if (queue.oldestSince() === null) return;
    const freeAt = (dialledAt[0] ?? clock.now()) + handshakeWindowMs;
    wake = clock.after(Math.max(1, freeAt - clock.now()), serve);
  }

  function noteFailure(): void {
    failedAt = [...failedAt.filter((at) => clock.now() - at < handshakeFailureWindowMs), clock.now()];
    if (failedAt.length >= handshakeFailuresMax) slowedUntil = clock.now() + handshakeSlowedMs;
  }

  return {
    request: (request) => transport.request(request),
    openSocket(url, urgency) {
      const socket = waitingSocket({
        make: () => transport.openSocket(url, urgency),
        onOpened: () => void (failedAt = []),
        onFailed: noteFailure,
        isAddressSlowed: isSlowed,
        withdraw: () => queue.withdraw(ticket),
      });
      const ticket: HandshakeTicket = { urgency, since: clock.now(), dial: () => socket.dial() };
      if (queue.add(ticket)) serve();
      else socket.refuse();
      return socket.face;
    },
    handshakes() {
      const since = queue.oldestSince();
      const oldestWaitMs = since === null ? null : clock.now() - since;
      const perSecond = (most() * 1_000) / handshakeWindowMs;
      return { waiting: queue.counts(), oldestWaitMs, dialled, isSlowed: isSlowed(), perSecond };
    },
  };
}

type WaitingSocketDeps = {
  readonly make: () => TextSocket;
  readonly onOpened: () => void;
  /** The handshake began and failed. */
  readonly onFailed: () => void;
  readonly isAddressSlowed: () => boolean;
  readonly withdraw: () => void;
};

/** A socket whose handshake begins with `dial`. It never begins when the socket was closed before. */
function waitingSocket({ make, onOpened, onFailed, isAddressSlowed, withdraw }: WaitingSocketDeps) {
  let inner: TextSocket | null = null;
  let [isClosed, isOpen] = [false, false];
  const listeners: {
    dial: () => void;
    open: () => void;
    message: (text: string) => void;
    close: (code: number, reason: string) => void;
  } = { dial: () => undefined, open: () => undefined, message: () => undefined, close: () => undefined };
  const end = (code: number, reason: string): void => {
    if (!isOpen && !isClosed) onFailed();
    // A failure of a slowed address says nothing about this account, so its reconnect delay does not grow.
    const reportedCode = !isOpen && isAddressSlowed() ? tryAgainLaterClose : code;
    isClosed = true;
    listeners.close(reportedCode, reason);
  };
  const face: TextSocket = {
    send: (text) => inner?.send(text),
    close() {
      // A handshake that is closed before it succeeded got no response in time.
      if (inner !== null && !isOpen && !isClosed) onFailed();
      isClosed = true;
      if (inner === null) withdraw();
      else inner.close();
    },
    onDial(listener) {
      listeners.dial = listener;
      if (inner !== null) listener();
    },
    onOpen: (listener) => void (listeners.open = listener),
    onMessage: (listener) => void (listeners.message = listener),
    onClose: (listener) => void (listeners.close = listener),
  };
  return {
    face,
    dial() {
      if (isClosed) return;
      inner = make();
      listeners.dial();
      inner.onOpen(() => {
        isOpen = true;
        onOpened();
        listeners.open();
      });
      inner.onMessage((text) => listeners.message(text));
      inner.onClose(end);
    },
    // Listeners are set right after opening, so the refusal is reported in a later microtask.
    refuse() {
      isClosed = true;
      void Promise.resolve().then(() => listeners.close(tryAgainLaterClose, 'too many sockets wait for a handshake'));
    },
  };
}
