// A batch loader: simultaneous reads of many keys become one query.
import DataLoader from 'dataloader';
import { batchKeys, batchQueries } from '../limits.ts';
import { integerOf, type Row } from './row.ts';

/** Reads the rows of at most `batchKeys` keys. The column `place` of each row is the position of its key, counted from 1. */
export type ReadRows<Key> = (keys: readonly Key[]) => Promise<readonly Row[]>;

/**
 * Returns a function that reads the rows of one key, in the sequence of the query. While fewer than `batchQueries` queries run, a key is read immediately.
 * Otherwise the key waits. When a query ends, all waiting keys are read together. No result is cached.
 */
export function batchReads<Key>(readRows: ReadRows<Key>): (key: Key) => Promise<readonly Row[]> {
  const queue: (() => void)[] = [];
  let running = 0;
  const start = (): void => {
    while (running < batchQueries) {
      const dispatch = queue.shift();
      if (dispatch === undefined) return;
      running += 1;
      dispatch();
    }
  };
  const read = async (keys: readonly Key[]): Promise<readonly (readonly Row[])[]> => {
    try {
      const rows = keys.map((): Row[] => []);
      for (const row of await readRows(keys)) rows[integerOf(row, 'place') - 1]?.push(row);
      return rows;
    } finally {
      running -= 1;
      start();
    }
  };
  const batchScheduleFn = (dispatch: () => void): void => {
    queue.push(dispatch);
    queueMicrotask(start);
  };
  const loader = new DataLoader(read, { cache: false, maxBatchSize: batchKeys, batchScheduleFn });
  return (key) => loader.load(key);
}
