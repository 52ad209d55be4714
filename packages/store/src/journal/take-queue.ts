// Collects the attempts to take leases, so that a node that waits for many leases needs one statement in a second.
import type { Acquisition } from '@rondo/engine/ports';
import { refusedTakeMs } from '../limits.ts';

/** Attempts that begin at one moment arrive within this time. */
const gatherMs = 25;

/** Takes leases for `ttlMs`. Returns the acquisitions by account, without the accounts whose lease another node owns. */
export type TakeLeases = (accountIds: readonly string[], ttlMs: number) => Promise<ReadonlyMap<string, Acquisition>>;

interface Attempt {
  readonly accountId: string;
  readonly ttlMs: number;
  readonly resolve: (acquisition: Acquisition | null) => void;
  readonly reject: (error: unknown) => void;
}

/** The queue of the attempts. */
export interface TakeQueue {
  take(accountId: string, ttlMs: number): Promise<Acquisition | null>;
  /** Refuses all waiting attempts. */
  close(): void;
}

/**
 * Returns an empty queue. The first attempt for an account is made immediately. An attempt shortly after a refusal waits for the other attempts, until `refusedTakeMs`
 * have passed since the last statement.
 */
export function createTakeQueue(takeLeases: TakeLeases): TakeQueue {
  const refusedAt = new Map<string, number>();
  let waiting: Attempt[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = 0;

  /** An account that was not tried for a longer time was handed over to this node, so its owner has released it. */
  function isRepeated(accountId: string): boolean {
    return performance.now() - (refusedAt.get(accountId) ?? Number.NEGATIVE_INFINITY) < 2 * refusedTakeMs;
  }

  async function run(): Promise<void> {
    const attempts = waiting;
    waiting = [];
    clearTimeout(timer);
    timer = undefined;
    if (attempts.length === 0) return;
    lastAt = performance.now();
    const accountIds = [...new Set(attempts.map(({ accountId }) => accountId))];
    try {
      const taken = await takeLeases(accountIds, Math.max(...attempts.map(({ ttlMs }) => ttlMs)));
      for (const { accountId, resolve } of attempts) {
        const acquisition = taken.get(accountId) ?? null;
        if (acquisition === null) refusedAt.set(accountId, performance.now());
        else refusedAt.delete(accountId);
        resolve(acquisition);
      }
    } catch (error) {
      for (const { reject } of attempts) reject(error);
    }
  }

  return {
    take(accountId, ttlMs) {
      return new Promise((resolve, reject) => {
        waiting.push({ accountId, ttlMs, resolve, reject });
        // Attempts that begin together are in the statement of the first of them.
        if (!isRepeated(accountId)) return queueMicrotask(() => void run());
        timer ??= setTimeout(() => void run(), Math.max(lastAt + refusedTakeMs - performance.now(), gatherMs));
      });
    },
    close() {
      clearTimeout(timer);
      timer = undefined;
      for (const { resolve } of waiting) resolve(null);
      waiting = [];
    },
  };
}
