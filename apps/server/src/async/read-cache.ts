// A cache of reads. Calls that request equal data within a short time share one read of the exchange or the database.
import { LRUCache } from 'lru-cache';
import type { Clock } from '@rondo/engine/ports';

export interface ReadCacheOptions<Value extends object | number> {
  readonly clock: Pick<Clock, 'now'>;
  /** The lifetime of a result in ms, or a function that returns the lifetime of the result. */
  readonly maxAgeMs: number | ((value: Value) => number);
  readonly maxKeys: number;
  readonly read: (key: string) => Promise<Value>;
  /** Returns false when a result must not be cached, for example the result of a failed read. */
  readonly isCacheable?: (value: Value) => boolean;
}

/**
 * Returns a function that returns the cached result, or reads the result when no valid result is cached. Concurrent calls with one key share one read. The
 * least recently used key is evicted first.
 */
export function createReadCache<Value extends object | number>(
  options: ReadCacheOptions<Value>,
): (key: string) => Promise<Value> {
  const { clock, maxAgeMs, maxKeys, read, isCacheable = () => true } = options;
  const cache = new LRUCache<string, Value>({
    max: maxKeys,
    ttl: 1,
    ttlResolution: 0,
    perf: clock,
    // When a key is evicted during its read, the read continues for its callers.
    ignoreFetchAbort: true,
    async fetchMethod(key, _stale, { options: entry }) {
      const value = await read(key);
      // The cache stores no result when this function throws.
      if (!isCacheable(value)) throw new Uncached(value);
      entry.ttl = typeof maxAgeMs === 'number' ? maxAgeMs : maxAgeMs(value);
      return value;
    },
  });
  return async (key) => {
    try {
      return await cache.forceFetch(key);
    } catch (error) {
      // Only the fetch method above throws this error, and the error has a result of this cache.
      if (error instanceof Uncached) return error.value as Value;
      throw error;
    }
  };
}

/** An error that passes a result to the callers without caching the result. */
class Uncached extends Error {
  readonly value: object | number;
  constructor(value: object | number) {
    super('not cached');
    this.value = value;
  }
}
