// A mutex per key. At most one task of a key runs at a time, in the sequence of the calls.
import { Mutex } from 'async-mutex';

/** Runs the work after all earlier work of the key has succeeded or failed. */
export type KeyedMutex = <Value>(key: string, work: () => Promise<Value>) => Promise<Value>;

/** The mutex of a key is removed when no work of the key runs or waits. */
export function createKeyedMutex(): KeyedMutex {
  const mutexes = new Map<string, Mutex>();
  return async (key, work) => {
    const mutex = mutexes.get(key) ?? new Mutex();
    mutexes.set(key, mutex);
    try {
      return await mutex.runExclusive(work);
    } finally {
      if (!mutex.isLocked()) mutexes.delete(key);
    }
  };
}
