// Work that is done one at a time per key, in the order in which it was asked for.

/** Runs work when all earlier work of its key has ended, well or badly. */
export type KeyedMutex = <Value>(key: string, work: () => Promise<Value>) => Promise<Value>;

/** Nothing is kept of a key whose work is done; who asks is bounded by a budget. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const running = (last.get(key) ?? Promise.resolve()).then(work);
    const ended = running.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, ended);
    void ended.then(() => {
      if (last.get(key) === ended) last.delete(key);
    });
    return running;
  };
}
