// The queue of the WebSocket handshakes that wait for the rate limit of one IP address.
import { maxWaitingHandshakes, oldestHandshakeEvery } from '../limits.ts';

/**
 * The urgencies of handshakes, with the most urgent handshake first. `managed`: the private socket of an account with a
 * position or an order, and the socket of the tickers. `private`: the private socket of any other account. `business`:
 * the socket of trigger orders. `public`: the socket of a viewer.
 */
export const handshakeUrgencies = ['managed', 'private', 'business', 'public'] as const;

/** One of `handshakeUrgencies`. */
export type HandshakeUrgency = (typeof handshakeUrgencies)[number];

/** A handshake that waits. `since` is the time at which the handshake was requested, in local epoch ms. */
export type HandshakeTicket = {
  /** Returns the present urgency. The urgency may change while the handshake waits. */
  readonly urgency: () => HandshakeUrgency;
  readonly since: number;
  /** Starts the handshake. */
  readonly dial: () => void;
};

/** The queue of one IP address. `withdraw` removes a ticket from the queue. */
export type HandshakeQueue = {
  /** Adds a ticket. Returns false when the queue is full. */
  add(ticket: HandshakeTicket): boolean;
  withdraw(ticket: HandshakeTicket): void;
  /**
   * Removes one ticket and returns it: the oldest ticket of the highest urgency. One call in `oldestHandshakeEvery`
   * calls returns the oldest ticket of all. Returns null when the queue is empty.
   */
  take(): HandshakeTicket | null;
  /** Returns the number of waiting tickets of each urgency. */
  counts(): Readonly<Record<HandshakeUrgency, number>>;
  /** Returns `since` of the oldest waiting ticket. Returns null when the queue is empty. */
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

// Returns the index of the oldest ticket of the highest urgency. Returns 0 when no ticket waits.
function mostUrgentIndex(waiting: readonly HandshakeTicket[]): number {
  const ranks = waiting.map((ticket) => handshakeUrgencies.indexOf(ticket.urgency()));
  return Math.max(0, ranks.indexOf(Math.min(...ranks)));
}
