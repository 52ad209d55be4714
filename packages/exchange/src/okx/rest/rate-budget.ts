// Delays requests, so that this client stays below the rate limits of the exchange in every window of two seconds. The
// most urgent request is sent first.
import type { Clock } from '@rondo/engine/ports';
import { budgetShare, budgetWindowMs, maxBuckets, maxBudgetQueue } from '../../limits.ts';

/**
 * The priorities of requests, with the most urgent priority first. `close`: market orders that reduce the position.
 * `exit`: cancels, amends and other reducing orders. Source: reliability 4.9.
 */
export type Priority = 'close' | 'exit' | 'entry' | 'read';

/**
 * One request that counts towards a documented rate limit. `limit` is the allowed number of requests per 2 s. `key` is
 * the name of the bucket in which the request counts.
 */
export interface BucketUse {
  readonly key: string;
  readonly limit: number;
  readonly priority: Priority;
}

/** The buckets of one client, account or IP address. */
export interface RateBudget {
  /**
   * Resolves to true when the request may be sent. Resolves to false when the request has waited for `maxWaitMs`.
   * Resolves to false immediately when too many requests wait.
   */
  take(use: BucketUse, maxWaitMs: number): Promise<boolean>;
  /** Closes the bucket for one window, because the exchange returned "too many requests". */
  penalise(key: string): void;
}

interface Waiter {
  readonly priority: Priority;
  readonly settle: (granted: boolean) => void;
  readonly deadline: { cancel(): void };
}

interface Bucket {
  /** Largest number of requests in any window of two seconds. */
  readonly capacity: number;
  /** The times at which the requests of the last window were granted, in epoch ms, with the oldest first. */
  granted: number[];
  shutUntil: number;
  waiters: Waiter[];
  wake: { cancel(): void } | null;
}

const order: readonly Priority[] = ['close', 'exit', 'entry', 'read'];
// The share of a bucket that requests of a priority must not use. Exits leave 20 % of a bucket for closes, and entries
// leave 60 % for closes and exits. Reads have their own buckets.
const leaves: Readonly<Record<Priority, number>> = { close: 0, exit: 0.2, entry: 0.6, read: 0 };

/** Returns an empty set of buckets. A bucket is created at its first use. */
export function createRateBudget(clock: Clock): RateBudget {
  const buckets = new Map<string, Bucket>();

  function bucketOf(use: BucketUse): Bucket {
    const known = buckets.get(use.key);
    if (known !== undefined) return known;
    if (buckets.size >= maxBuckets) forgetIdle(buckets, clock.now());
    const capacity = Math.max(1, Math.floor(use.limit * budgetShare));
    const made: Bucket = { capacity, granted: [], shutUntil: 0, waiters: [], wake: null };
    buckets.set(use.key, made);
    return made;
  }

  function serve(bucket: Bucket): void {
    forgetGranted(bucket, clock.now());
    bucket.wake?.cancel();
    bucket.wake = null;
    for (;;) {
      const next = mostUrgent(bucket.waiters);
      if (next === undefined) return;
      if (!mayTake(bucket, next.priority, clock.now())) break;
      bucket.waiters = bucket.waiters.filter((waiter) => waiter !== next);
      bucket.granted.push(clock.now());
      next.deadline.cancel();
      next.settle(true);
    }
    const freeAt = (bucket.granted[0] ?? clock.now()) + budgetWindowMs;
    bucket.wake = clock.after(Math.max(1, freeAt - clock.now(), bucket.shutUntil - clock.now()), () => serve(bucket));
  }

  return {
    take(use, maxWaitMs) {
      const bucket = bucketOf(use);
      if (bucket.waiters.length >= maxBudgetQueue) return Promise.resolve(false);
      return new Promise((resolve) => {
        const waiter: Waiter = {
          priority: use.priority,
          settle: resolve,
          deadline: clock.after(maxWaitMs, () => {
            bucket.waiters = bucket.waiters.filter((one) => one !== waiter);
            resolve(false);
          }),
        };
        bucket.waiters.push(waiter);
        serve(bucket);
      });
    },
    penalise(key) {
      const bucket = buckets.get(key);
      if (bucket === undefined) return;
      bucket.granted = [];
      bucket.shutUntil = clock.now() + budgetWindowMs;
    },
  };
}

// The exchange does not report when its windows begin, so every period of two seconds must contain at most `capacity`
// requests.
function forgetGranted(bucket: Bucket, now: number): void {
  const first = bucket.granted.findIndex((at) => now - at < budgetWindowMs);
  bucket.granted = first < 0 ? [] : bucket.granted.slice(first);
}

function mayTake(bucket: Bucket, priority: Priority, now: number): boolean {
  if (now < bucket.shutUntil) return false;
  const kept = Math.min(Math.floor(bucket.capacity * leaves[priority]), bucket.capacity - 1);
  return bucket.capacity - bucket.granted.length >= 1 + kept;
}

function mostUrgent(waiters: readonly Waiter[]): Waiter | undefined {
  for (const priority of order) {
    const first = waiters.find((waiter) => waiter.priority === priority);
    if (first !== undefined) return first;
  }
  return undefined;
}

function forgetIdle(buckets: Map<string, Bucket>, now: number): void {
  for (const [key, bucket] of buckets) {
    forgetGranted(bucket, now);
    if (bucket.waiters.length === 0 && bucket.granted.length === 0) buckets.delete(key);
  }
}
