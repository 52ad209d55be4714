// A cache of reads: screens that request the same data within a short time share one read of the exchange or the database.
import { LRUCache } from 'lru-cache';
import type { Clock } from '@rondo/engine/ports';

export interface ReadCacheOptions<Value extends object | number> {
  readonly clock: Pick<Clock, 'now'>;
  /** Lifetime of a result in ms; it may depend on the result. */
  readonly maxAgeMs: number | ((value: Value) => number);
  readonly maxKeys: number;
  readonly read: (key: string) => Promise<Value>;
  /** False for a result that is returned once and not cached, such as a failed read. */
  readonly isCacheable?: (value: Value) => boolean;
}

/** The returned function returns the cached result or reads it. Concurrent calls with one key share one read. The least recently used key is evicted first. */
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
      // A rejected fetch is not stored.
      if (!isCacheable(value)) throw new Uncached(value);
      entry.ttl = typeof maxAgeMs === 'number' ? maxAgeMs : maxAgeMs(value);
      return value;
    },
  });
  return async (key) => {
    try {
      return await cache.forceFetch(key);
    } catch (error) {
      // Only the fetch method above throws it, with a result of this cache.
      if (error instanceof Uncached) return error.value as Value;
      throw error;
    }
  };
}

/** Passes a result that is not cached to its callers. */
class Uncached extends Error {
  readonly value: object | number;
  constructor(value: object | number) {
    super('not cached');
    this.value = value;
  }
}
