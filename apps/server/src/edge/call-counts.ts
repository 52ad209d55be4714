// Counts the calls of each caller within a period, in the memory of this process.
import { LRUCache } from 'lru-cache';
import { steadyClock } from '../async/wall-clock.ts';
import { serverLimits } from '../limits.ts';
import { ApiError } from '../api/api-error.ts';

export interface CallLimit {
  readonly points: number;
  readonly seconds: number;
}

/** The calls of each key within a period that begins with its first call. */
export interface CallCounts {
  /** Counts one call. Throws 429 with Retry-After when the limit of the key is used completely. */
  spend(key: string): void;
  /** Takes one counted call back. */
  reward(key: string): void;
}

/** `now` is a steady time in ms. `callers` is the largest number of keys in memory. */
interface CallCountOptions {
  readonly now?: () => number;
  readonly callers?: number;
}

interface Count {
  points: number;
  readonly endsAt: number;
}

/** Returns counts of at most `callers` keys. A further key takes the place of the key that was counted the longest time ago. */
export function createCallCounts(
  { points, seconds }: CallLimit,
  { now = () => steadyClock.now(), callers = serverLimits.countedCallers }: CallCountOptions = {},
): CallCounts {
  const counts = new LRUCache<string, Count>({ max: callers });
  return {
    spend(key) {
      const at = now();
      const held = counts.get(key);
      const count = held !== undefined && held.endsAt > at ? held : { points: 0, endsAt: at + seconds * 1_000 };
      if (count !== held) counts.set(key, count);
      count.points += 1;
      if (count.points <= points) return;
      throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((count.endsAt - at) / 1_000) });
    },
    reward(key) {
      const count = counts.get(key);
      if (count !== undefined && count.points > 0) count.points -= 1;
    },
  };
}
