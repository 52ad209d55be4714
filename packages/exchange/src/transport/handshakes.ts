// Limits the rate of WebSocket handshakes, because OKX allows three handshakes per second from one IP address for all
// accounts together.
import type { Clock } from '@rondo/engine/ports';
import { handshakesPerWindow, handshakesWhenSlowed, handshakeWindowMs } from '../limits.ts';
import { wholeShare } from './address-shares.ts';
import {
  createHandshakeQueue,
  type HandshakeQueue,
  type HandshakeTicket,
  type HandshakeUrgency,
} from './handshake-queue.ts';
import { createHandshakeResults, type HandshakeResults } from './handshake-results.ts';
import { tryAgainLaterClose, type TextSocket, type Transport } from './transport.ts';

/** The handshakes of one IP address. `oldestWaitMs` is null when no socket waits. */
export type HandshakeFigures = {
  readonly waiting: Readonly<Record<HandshakeUrgency, number>>;
  readonly oldestWaitMs: number | null;
  /** The time since a handshake last had to wait: 0 while one waits, and null when none has waited. */
  readonly waitedAgoMs: number | null;
  /** The number of handshakes that have begun and not ended. */
  readonly opening: number;
  /** Returns the number of private sockets of accounts, and of sockets of the tickers, that have opened in the last `ms`. */
  readonly openedWithin: (ms: number) => number;
  readonly isSlowed: boolean;
  /** The largest number of handshakes per second at present. */
  readonly perSecond: number;
};

// A transport that limits the rate of its handshakes.
type LimitedTransport = Required<Transport> & { readonly handshakes: () => HandshakeFigures };

/**
 * Returns a transport that limits the rate of handshakes. All accounts of a process must use the same transport,
 * because they have one IP address. After `handshakeFailuresMax` consecutive failed handshakes within
 * `handshakeFailureWindowMs`, the rate is lower for `handshakeSlowedMs`, because the exchange then refuses the IP
 * address and not a single account. `share` returns the share of the rate
 * that this process may use, because several processes can use one IP address. `handshakes` returns the present figures.
 */
export function limitHandshakes(
  transport: Transport,
  clock: Clock,
  share: () => number = wholeShare,
): LimitedTransport {
  const queue = createHandshakeQueue();
  let dialledAt: number[] = [];
  const results = createHandshakeResults(clock);
  let waitedAt: number | null = null;
  let wake: { cancel(): void } | null = null;
  const windowMs = (): number => handshakeWindowMs / share();
  const most = (): number => (results.isSlowed() ? handshakesWhenSlowed : handshakesPerWindow);

  // The first handshakes of an unused address start immediately. Later handshakes are spread over the window, because a
  // busy machine or a slow network can move two of them together, and the exchange counts their arrivals.
  function serve(): void {
    const now = clock.now();
    wake = null;
    dialledAt = dialledAt.filter((at) => now - at < windowMs());
    if (dialledAt.length < most()) {
      const ticket = queue.take();
      if (ticket === null) return;
      dialledAt.push(now);
      ticket.dial();
    }
    if (queue.oldestSince() === null) return;
    waitedAt = now;
    const spacedAt = (dialledAt.at(-1) ?? now) + windowMs() / most();
    const freeAt = (dialledAt.at(-most()) ?? now) + windowMs();
    wake = clock.after(Math.max(1, spacedAt - now, dialledAt.length < most() ? 0 : freeAt - now), serve);
  }

  return {
    request: (request) => transport.request(request),
    openSocket(url, urgency) {
      const socket = waitingSocket({
        make: () => transport.openSocket(url, urgency),
        results,
        urgency,
        withdraw: () => queue.withdraw(ticket),
      });
      const ticket: HandshakeTicket = { urgency, since: clock.now(), dial: () => socket.dial() };
      if (!queue.add(ticket)) socket.refuse();
      else if (wake === null) serve();
      return socket.face;
    },
    whenReachable: (since, listener) => results.whenReachable(since, listener),
    handshakes: () => ({
      ...figuresOf({ queue, results, waitedAt }, clock.now()),
      perSecond: (most() * 1_000) / windowMs(),
    }),
  };
}

type Handshakes = {
  readonly queue: HandshakeQueue;
  readonly results: HandshakeResults;
  readonly waitedAt: number | null;
};

function figuresOf({ queue, results, waitedAt }: Handshakes, now: number): Omit<HandshakeFigures, 'perSecond'> {
  const since = queue.oldestSince();
  const waited = since === null ? waitedAt : now;
  return {
    waiting: queue.counts(),
    oldestWaitMs: since === null ? null : now - since,
    waitedAgoMs: waited === null ? null : now - waited,
    opening: results.running(),
    openedWithin: (ms) => results.openedSince(now - ms),
    isSlowed: results.isSlowed(),
  };
}

type WaitingSocketDeps = {
  readonly make: () => TextSocket;
  readonly results: HandshakeResults;
  readonly urgency: () => HandshakeUrgency;
  readonly withdraw: () => void;
};

/**
 * Returns a socket whose handshake starts when `dial` is called. When the socket was closed before, `dial` does
 * nothing.
 */
function waitingSocket({ make, results, urgency, withdraw }: WaitingSocketDeps) {
  let inner: TextSocket | null = null;
  let [isClosed, isOpen] = [false, false];
  const listeners: {
    dial: () => void;
    open: () => void;
    message: (text: string) => void;
    close: (code: number, reason: string) => void;
  } = { dial: () => undefined, open: () => undefined, message: () => undefined, close: () => undefined };
  const end = (code: number, reason: string): void => {
    if (!isOpen && !isClosed) results.noteFailed();
    // While the rate is lower, the exchange refuses the IP address and not this account. With this close code the
    // reconnect delay of the account does not grow.
    const reportedCode = !isOpen && results.isSlowed() ? tryAgainLaterClose : code;
    isClosed = true;
    listeners.close(reportedCode, reason);
  };
  const face: TextSocket = {
    send: (text) => inner?.send(text),
    close() {
      // The owner closes a socket before the handshake has succeeded when the exchange did not respond in time, so the
      // handshake counts as failed.
      if (inner !== null && !isOpen && !isClosed) results.noteFailed();
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
      results.noteBegun();
      listeners.dial();
      inner.onOpen(() => {
        isOpen = true;
        if (!isClosed) results.noteOpened(urgency());
        listeners.open();
      });
      inner.onMessage((text) => listeners.message(text));
      inner.onClose(end);
    },
    // The caller sets its listeners after `openSocket` has returned, so the refusal is reported in a later microtask.
    refuse() {
      isClosed = true;
      void Promise.resolve().then(() => listeners.close(tryAgainLaterClose, 'too many sockets wait for a handshake'));
    },
  };
}
