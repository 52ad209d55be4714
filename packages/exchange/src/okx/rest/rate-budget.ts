// Delays requests, so that this client stays below the rate limits of the exchange in every window of two seconds. The
// most urgent request is sent first.
import type { Clock } from '@rondo/engine/ports';
import { wholeShare } from '../../transport/address-shares.ts';
import { budgetShare, budgetWindowMs, maxAddressQueue, maxBuckets, maxBudgetQueue } from '../../limits.ts';

/**
 * The priorities of requests, with the most urgent priority first. `close`: market orders that reduce the position.
 * `exit`: cancels, amends and other reducing orders. `read`: the reads of bots. `screen`: the reads that visitors can
 * cause. Source: reliability 4.9.
 */
export type Priority = 'close' | 'exit' | 'entry' | 'read' | 'screen';

/**
 * One request that counts towards a documented rate limit. `limit` is the allowed number of requests per 2 s. `key` is
 * the name of the bucket in which the request counts.
 */
export interface BucketUse {
  readonly key: string;
  readonly limit: number;
  readonly priority: Priority;
  /** The number of orders in a request to a batch endpoint. The default is 1. */
  readonly count?: number;
  /** True for the bucket in which all requests from one IP address count. */
  readonly isAddress?: boolean;
}

/** The buckets of one client, account or IP address. */
export interface RateBudget {
  /**
   * Resolves to true when the request may be sent. Resolves to false when the request has waited for `maxWaitMs`.
   * Resolves to false immediately when too many requests of this priority wait.
   */
  take(use: BucketUse, maxWaitMs: number): Promise<boolean>;
  /** Closes the bucket for one window, because the exchange returned "too many requests". */
  penalise(key: string): void;
}

interface Waiter {
  readonly count: number;
  readonly settle: (granted: boolean) => void;
  readonly deadline: { cancel(): void };
}

interface Bucket {
  readonly isAddress: boolean;
  /** Returns the largest number of requests in any window of two seconds. */
  readonly capacity: () => number;
  /** The times at which the requests of the last window were granted, in epoch ms, with the oldest first. */
  granted: number[];
  shutUntil: number;
  /** The requests of each priority that wait. The oldest request is the first. */
  readonly waiters: Readonly<Record<Priority, Set<Waiter>>>;
  wake: { cancel(): void } | null;
}

const order: readonly Priority[] = ['close', 'exit', 'entry', 'read', 'screen'];
// The share of a bucket that requests of a priority must not use. Exits leave 20 % of a bucket for closes, and entries
// leave 60 % for closes and exits. Reads have their own buckets, and the reads for screens leave half of them for bots.
const leaves: Readonly<Record<Priority, number>> = { close: 0, exit: 0.2, entry: 0.6, read: 0, screen: 0.5 };
// All requests use the bucket of the IP address, so reads leave 20 % of this bucket for commands.
const addressLeaves: Readonly<Record<Priority, number>> = { close: 0, exit: 0.05, entry: 0.1, read: 0.2, screen: 0.5 };

/**
 * Returns an empty set of buckets. A bucket is created at its first use. `share` returns the share of each rate limit that
 * this process may use, because several processes can use one IP address.
 */
export function createRateBudget(clock: Clock, share: () => number = wholeShare): RateBudget {
  const buckets = new Map<string, Bucket>();

  function bucketOf(use: BucketUse): Bucket {
    const known = buckets.get(use.key);
    if (known !== undefined) return known;
    if (buckets.size >= maxBuckets) forgetIdle(buckets, clock.now());
    const capacity = (): number => Math.max(1, Math.floor(use.limit * budgetShare * share()));
    const isAddress = use.isAddress === true;
    const waiters = {
      close: new Set<Waiter>(),
      exit: new Set<Waiter>(),
      entry: new Set<Waiter>(),
      read: new Set<Waiter>(),
      screen: new Set<Waiter>(),
    };
    const made: Bucket = { isAddress, capacity, granted: [], shutUntil: 0, waiters, wake: null };
    buckets.set(use.key, made);
    return made;
  }

  function serve(bucket: Bucket): void {
    forgetGranted(bucket, clock.now());
    bucket.wake?.cancel();
    bucket.wake = null;
    for (;;) {
      const priority = order.find((each) => bucket.waiters[each].size > 0);
      if (priority === undefined) return;
      const [next] = bucket.waiters[priority];
      if (next === undefined) return;
      if (!mayTake(bucket, { priority, count: next.count }, clock.now())) break;
      bucket.waiters[priority].delete(next);
      for (let index = 0; index < next.count; index += 1) bucket.granted.push(clock.now());
      next.deadline.cancel();
      next.settle(true);
    }
    const freeAt = (bucket.granted[0] ?? clock.now()) + budgetWindowMs;
    bucket.wake = clock.after(Math.max(1, freeAt - clock.now(), bucket.shutUntil - clock.now()), () => serve(bucket));
  }

  return {
    take(use, maxWaitMs) {
      const bucket = bucketOf(use);
      const waiting = bucket.waiters[use.priority];
      if (waiting.size >= (bucket.isAddress ? maxAddressQueue : maxBudgetQueue)) return Promise.resolve(false);
      if (isGranted(bucket, use, clock.now())) return Promise.resolve(true);
      return new Promise((resolve) => {
        const waiter: Waiter = {
          count: use.count ?? 1,
          settle: resolve,
          deadline: clock.after(maxWaitMs, () => {
            waiting.delete(waiter);
            resolve(false);
          }),
        };
        waiting.add(waiter);
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

// Grants a request immediately, without a waiter and its timer, when no other request waits and the bucket has room.
function isGranted(bucket: Bucket, { priority, count = 1 }: BucketUse, now: number): boolean {
  if (order.some((each) => bucket.waiters[each].size > 0)) return false;
  forgetGranted(bucket, now);
  if (!mayTake(bucket, { priority, count }, now)) return false;
  for (let index = 0; index < count; index += 1) bucket.granted.push(now);
  return true;
}

// The exchange does not report when its windows begin, so every period of two seconds must contain at most `capacity`
// requests.
function forgetGranted(bucket: Bucket, now: number): void {
  const first = bucket.granted.findIndex((at) => now - at < budgetWindowMs);
  if (first !== 0) bucket.granted = first < 0 ? [] : bucket.granted.slice(first);
}

type Wanted = { readonly priority: Priority; readonly count: number };

// A request that counts more than the bucket allows for its priority may be sent when the bucket is unused.
function mayTake(bucket: Bucket, { priority, count }: Wanted, now: number): boolean {
  if (now < bucket.shutUntil) return false;
  const capacity = bucket.capacity();
  const left = (bucket.isAddress ? addressLeaves : leaves)[priority];
  const kept = Math.min(Math.floor(capacity * left), capacity - 1);
  return capacity - bucket.granted.length >= Math.min(count + kept, capacity);
}

function forgetIdle(buckets: Map<string, Bucket>, now: number): void {
  for (const [key, bucket] of buckets) {
    forgetGranted(bucket, now);
    const isWaiting = order.some((priority) => bucket.waiters[priority].size > 0);
    if (!isWaiting && bucket.granted.length === 0) buckets.delete(key);
  }
}
