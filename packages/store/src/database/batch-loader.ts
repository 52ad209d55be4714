// Reads that many people ask for at the same time, gathered into one query.
import DataLoader from 'dataloader';
import { gatheredKeys, gatheredQueries } from '../limits.ts';
import { integerOf, type Row } from './row.ts';

/** Reads for at most `gatheredKeys` keys; each row says in `place` for which of them it stands, counted from 1. */
export type ReadRows<Key> = (keys: readonly Key[]) => Promise<readonly Row[]>;

/**
 * The rows of one key, in the order of the query, read after they were asked for. The first key goes at once; what is
 * asked while `gatheredQueries` are under way goes together when one of them is back.
 */
export function gatherRows<Key>(readRows: ReadRows<Key>): (key: Key) => Promise<readonly Row[]> {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  const start = (): void => {
    while (underWay < gatheredQueries) {
      const dispatch = waiting.shift();
      if (dispatch === undefined) return;
      underWay += 1;
      dispatch();
    }
  };
  const read = async (keys: readonly Key[]): Promise<readonly (readonly Row[])[]> => {
    try {
      const rows = keys.map((): Row[] => []);
      for (const row of await readRows(keys)) rows[integerOf(row, 'place') - 1]?.push(row);
      return rows;
    } finally {
      underWay -= 1;
      start();
    }
  };
  const batchScheduleFn = (dispatch: () => void): void => {
    waiting.push(dispatch);
    queueMicrotask(start);
  };
  const loader = new DataLoader(read, { cache: false, maxBatchSize: gatheredKeys, batchScheduleFn });
  return (key) => loader.load(key);
}
