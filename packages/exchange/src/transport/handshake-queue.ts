// The handshakes of one address that wait for their turn: one queue for each urgency.
import { maxWaitingHandshakes, oldestHandshakeEvery } from '../limits.ts';

/**
 * The urgency of a handshake, the most urgent first. `managed`: the private socket of an account with a position, an order or a
 * user command. `private`: of any other account. `business`: for trigger orders. `public`: market data and viewers.
 */
export const handshakeUrgencies = ['managed', 'private', 'business', 'public'] as const;

/** One of `handshakeUrgencies`. */
export type HandshakeUrgency = (typeof handshakeUrgencies)[number];

/** A handshake that waits. `since` is the instant at which it was requested, ms of the caller's clock. */
export type HandshakeTicket = {
  readonly urgency: HandshakeUrgency;
  readonly since: number;
  /** Begins the handshake. */
  readonly dial: () => void;
};

/** The queue of one address. A withdrawn ticket is never served. */
export type HandshakeQueue = {
  /** Adds a ticket. Returns false when the queue is full. */
  add(ticket: HandshakeTicket): boolean;
  withdraw(ticket: HandshakeTicket): void;
  /** Removes and returns the next ticket. Every `oldestHandshakeEvery`-th call returns the oldest ticket of any urgency. */
  take(): HandshakeTicket | null;
  /** The number of waiting tickets of each urgency. */
  counts(): Readonly<Record<HandshakeUrgency, number>>;
  /** When the oldest waiting ticket was requested; null when none waits. */
  oldestSince(): number | null;
};

/** Returns an empty queue of at most `maxWaitingHandshakes` tickets. */
export function createHandshakeQueue(): HandshakeQueue {
  const lines: Readonly<Record<HandshakeUrgency, HandshakeTicket[]>> = {
    managed: [],
    private: [],
    business: [],
    public: [],
  };
  let taken = 0;
  const waiting = (): readonly HandshakeTicket[][] => handshakeUrgencies.map((urgency) => lines[urgency]);
  const oldestLine = (): HandshakeTicket[] | undefined =>
    waiting()
      .filter((line) => line.length > 0)
      .reduce<HandshakeTicket[] | undefined>(
        (oldest, line) => (sinceOf(line) < sinceOf(oldest) ? line : oldest),
        undefined,
      );
  return {
    add(ticket) {
      if (waiting().reduce((sum, line) => sum + line.length, 0) >= maxWaitingHandshakes) return false;
      lines[ticket.urgency].push(ticket);
      return true;
    },
    withdraw(ticket) {
      const line = lines[ticket.urgency];
      const index = line.indexOf(ticket);
      if (index >= 0) line.splice(index, 1);
    },
    take() {
      const isOldestTurn = (taken + 1) % oldestHandshakeEvery === 0;
      const line = isOldestTurn ? oldestLine() : waiting().find((each) => each.length > 0);
      const ticket = line?.shift() ?? null;
      if (ticket !== null) taken += 1;
      return ticket;
    },
    counts: () => ({
      managed: lines.managed.length,
      private: lines.private.length,
      business: lines.business.length,
      public: lines.public.length,
    }),
    oldestSince: () => oldestLine()?.[0]?.since ?? null,
  };
}

function sinceOf(line: readonly HandshakeTicket[] | undefined): number {
  return line?.[0]?.since ?? Number.POSITIVE_INFINITY;
}
