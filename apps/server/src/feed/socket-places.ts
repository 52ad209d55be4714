// The limit of open sockets of a person, over all nodes.
import { contractLimits } from '@rondo/contract';
import type { Clock, Log } from '@rondo/engine/ports';
import type { OpenSockets, SocketPlace } from '@rondo/store';
import { serverLimits } from '../limits.ts';
import { causeOf } from '../ops/log.ts';

export interface SocketPlacesDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: { readonly openSockets: OpenSockets };
}

export interface SocketPlaces {
  /** Takes a place for a socket of the person. Returns the function that gives it back, or null when the person has too many open sockets. */
  take(userId: string): Promise<(() => void) | null>;
  /** Returns the number of open sockets of this node. */
  open(): number;
}

/** Creates the places. A place that was not given back, because the database did not respond, is given back with the next socket. */
export function createSocketPlaces({ clock, log, store: { openSockets } }: SocketPlacesDeps): SocketPlaces {
  const own = new Map<string, number>();
  let unclosed: readonly SocketPlace[] = [];
  const count = (userId: string, change: number): void => {
    const open = (own.get(userId) ?? 0) + change;
    if (open > 0) own.set(userId, open);
    else own.delete(userId);
  };
  const close = async (places: readonly SocketPlace[]): Promise<void> => {
    for (const place of places) {
      await openSockets.close(place).catch((error: unknown) => {
        unclosed = [...unclosed, place];
        log.write('warn', 'feed.failed', { cause: causeOf(error) });
      });
    }
  };
  const find = async (userId: string): Promise<SocketPlace | null> => {
    const until = clock.now() + serverLimits.socketWaitMs;
    for (;;) {
      const place = await openSockets.open(userId, contractLimits.socketsPerUser);
      if (place !== null || clock.now() >= until) return place;
      await new Promise<void>((resolve) => void clock.after(serverLimits.socketRetryMs, resolve));
    }
  };
  return {
    open: () => [...own.values()].reduce((sum, open) => sum + open, 0),
    async take(userId) {
      if ((own.get(userId) ?? 0) >= contractLimits.socketsPerUser) return null;
      count(userId, 1);
      let place: SocketPlace | null = null;
      try {
        const before = unclosed;
        unclosed = [];
        await close(before);
        place = await find(userId);
      } finally {
        if (place === null) count(userId, -1);
      }
      if (place === null) return null;
      const taken = place;
      return () => {
        count(userId, -1);
        void close([taken]);
      };
    },
  };
}
