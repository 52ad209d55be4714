// The results of the handshakes of one IP address: which have succeeded, which run, and which sockets wait until one succeeds.
import type { Clock } from '@rondo/engine/ports';
import { handshakeFailuresMax, handshakeFailureWindowMs, handshakeSlowedMs, maxWaitingHandshakes } from '../limits.ts';
import type { HandshakeUrgency } from './handshake-queue.ts';

/** The results of one IP address. Times are local epoch ms. */
export interface HandshakeResults {
  noteBegun(): void;
  noteOpened(urgency: HandshakeUrgency): void;
  noteFailed(): void;
  /** Returns true for `handshakeSlowedMs` after the last of `handshakeFailuresMax` or more consecutive failures within `handshakeFailureWindowMs`. */
  isSlowed(): boolean;
  /** Returns the number of handshakes that have begun and not ended. */
  running(): number;
  /** Returns the number of private sockets of accounts, and of sockets of the tickers, that have opened since `at`. It counts at most the last `maxWaitingHandshakes`. */
  openedSince(at: number): number;
  /** Calls `listener` once, in a later task, when a handshake has succeeded at or after `since` and the handshake before it had failed. */
  whenReachable(since: number, listener: () => void): { cancel(): void };
}

/** Returns the results of an address without handshakes. */
export function createHandshakeResults(clock: Clock): HandshakeResults {
  const listeners = new Set<() => void>();
  const openedAt: number[] = []; // The oldest is the first.
  let lastOpenedAt = -Infinity;
  let failedAt: number[] = [];
  let slowedUntil = 0;
  let running = 0;
  return {
    noteBegun: () => void (running += 1),
    noteOpened(urgency) {
      running -= 1;
      lastOpenedAt = clock.now();
      if (urgency === 'managed' || urgency === 'private') openedAt.push(lastOpenedAt);
      if (openedAt.length > maxWaitingHandshakes) openedAt.shift();
      if (failedAt.length === 0) return;
      failedAt = [];
      for (const listener of listeners) clock.after(0, listener);
      listeners.clear();
    },
    noteFailed() {
      running -= 1;
      failedAt = [...failedAt.filter((at) => clock.now() - at < handshakeFailureWindowMs), clock.now()];
      if (failedAt.length >= handshakeFailuresMax) slowedUntil = clock.now() + handshakeSlowedMs;
    },
    isSlowed: () => clock.now() < slowedUntil,
    running: () => running,
    openedSince: (at) => openedAt.filter((opened) => opened >= at).length,
    whenReachable(since, listener) {
      let isCancelled = false;
      const call = (): void => {
        if (!isCancelled) listener();
      };
      if (lastOpenedAt >= since) clock.after(0, call);
      else listeners.add(call);
      return {
        cancel() {
          isCancelled = true;
          listeners.delete(call);
        },
      };
    },
  };
}
