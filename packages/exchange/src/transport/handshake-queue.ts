// The handshakes of one address that wait for their turn.
import { maxWaitingHandshakes, oldestHandshakeEvery } from '../limits.ts';

/**
 * The urgency of a handshake, the most urgent first. `managed`: the private socket of an account with a position or an order,
 * and the prices. `private`: of any other account. `business`: for trigger orders. `public`: viewers.
 */
export const handshakeUrgencies = ['managed', 'private', 'business', 'public'] as const;

/** One of `handshakeUrgencies`. */
export type HandshakeUrgency = (typeof handshakeUrgencies)[number];

/** A handshake that waits. `since` is the instant at which it was requested, ms of the caller's clock. */
export type HandshakeTicket = {
  /** Returns the present urgency. It may change while the handshake waits. */
  readonly urgency: () => HandshakeUrgency;
  readonly since: number;
  /** Begins the handshake. */
  readonly dial: () => void;
};

/** The queue of one address. A withdrawn ticket is never served. */
export type HandshakeQueue = {
  /** Adds a ticket. Returns false when the queue is full. */
  add(ticket: HandshakeTicket): boolean;
  withdraw(ticket: HandshakeTicket): void;
  /**
   * Removes and returns the oldest of the most urgent tickets. Every `oldestHandshakeEvery`-th call returns the oldest ticket of any
   * urgency.
   */
  take(): HandshakeTicket | null;
  /** The number of waiting tickets of each urgency. */
  counts(): Readonly<Record<HandshakeUrgency, number>>;
  /** When the oldest waiting ticket was requested; null when none waits. */
  oldestSince(): number | null;
};

/** Returns an empty queue of at most `maxWaitingHandshakes` tickets. */
export function createHandshakeQueue(): HandshakeQueue {
  const waiting: HandshakeTicket[] = []; // The oldest ticket is the first.
  let taken = 0;
  const count = (urgency: HandshakeUrgency): number => waiting.filter((ticket) => ticket.urgency() === urgency).length;
  return {
    add(ticket) {
      if (waiting.length >= maxWaitingHandshakes) return false;
      waiting.push(ticket);
      return true;
    },
    withdraw(ticket) {
      const index = waiting.indexOf(ticket);
      if (index >= 0) waiting.splice(index, 1);
    },
    take() {
      const isOldestTurn = (taken + 1) % oldestHandshakeEvery === 0;
      const [ticket] = waiting.splice(isOldestTurn ? 0 : mostUrgentIndex(waiting), 1);
      if (ticket === undefined) return null;
      taken += 1;
      return ticket;
    },
    counts: () => ({
      managed: count('managed'),
      private: count('private'),
      business: count('business'),
      public: count('public'),
    }),
    oldestSince: () => waiting[0]?.since ?? null,
  };
}

// The index of the oldest of the most urgent tickets, and 0 when none waits.
function mostUrgentIndex(waiting: readonly HandshakeTicket[]): number {
  const ranks = waiting.map((ticket) => handshakeUrgencies.indexOf(ticket.urgency()));
  return Math.max(0, ranks.indexOf(Math.min(...ranks)));
}
