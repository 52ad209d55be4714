// A batch loader: reads that many people ask for at the same time become one query.
import DataLoader from 'dataloader';
import { batchKeys, batchQueries } from '../limits.ts';
import { integerOf, type Row } from './row.ts';

/** Reads for at most `batchKeys` keys. Each row has in `place` the position of its key, counted from 1. */
export type ReadRows<Key> = (keys: readonly Key[]) => Promise<readonly Row[]>;

/**
 * Returns a function that reads the rows of one key, in the order of the query. The first key is read at once; keys that
 * are asked for while `batchQueries` queries run are read together when one of these queries ends. No result is cached.
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
