// Tests of the batch loader: the keys that are read together, the rows of each key, and failures.
import { expect, test } from 'vitest';
import { batchReads } from './batch-loader.ts';
import { batchKeys, batchQueries } from '../limits.ts';
import type { Row } from './row.ts';

/** Queries that the test completes or fails. Each key has two rows. */
function slowQueries() {
  const queriedKeys: (readonly string[])[] = [];
  const queries: { readonly give: () => void; readonly fail: () => void }[] = [];
  const read = (keys: readonly string[]): Promise<readonly Row[]> => {
    queriedKeys.push(keys);
    const rows = keys.flatMap((key, index) => [`${key}1`, `${key}2`].map((text) => ({ place: index + 1, text })));
    return new Promise((resolve, reject) =>
      queries.push({ give: () => resolve(rows), fail: () => reject(new Error('the database is gone')) }),
    );
  };
  return { asked: queriedKeys, queries, rowsOf: batchReads(read) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const turns = async (): Promise<void> => {
  for (let number = 0; number < 5; number += 1) await turn();
};
const textsOf = async (rows: Promise<readonly Row[]>) => (await rows).map((row) => row['text']);

test('the first keys are read immediately, queued keys are read together, and each key gets its own rows', async () => {
  const { asked, queries, rowsOf } = slowQueries();
  const given: Promise<unknown[]>[] = [];
  for (const key of ['a', 'b']) {
    given.push(textsOf(rowsOf(key)));
    await turns();
  }
  for (const key of ['c', 'd', 'c']) {
    given.push(textsOf(rowsOf(key)));
    await turns();
  }
  expect(batchQueries).toBe(2);
  expect(asked).toEqual([['a'], ['b']]);
  queries[1]?.give();
  await turns();
  expect(asked).toEqual([['a'], ['b'], ['c', 'd', 'c']]);
  for (const query of queries) query.give();
  const rows = ['a', 'b', 'c', 'd', 'c'].map((key) => [`${key}1`, `${key}2`]);
  expect(await Promise.all(given)).toEqual(rows);
});

test('a failed query rejects only the reads of its own keys, and the next query runs', async () => {
  const { asked, queries, rowsOf } = slowQueries();
  for (let number = 0; number < batchQueries; number += 1) {
    const lost = Promise.allSettled([rowsOf('a'), rowsOf('b')]);
    await turns();
    queries.at(-1)?.fail();
    expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  }
  const found = textsOf(rowsOf('c'));
  await turns();
  queries.at(-1)?.give();
  expect(await found).toEqual(['c1', 'c2']);
  expect(asked).toHaveLength(batchQueries + 1);
});

test('a query has at most `batchKeys` keys', async () => {
  const { asked, queries, rowsOf } = slowQueries();
  const count = batchKeys * batchQueries + 1;
  const all = Promise.all(Array.from({ length: count }, (_, key) => rowsOf(String(key))));
  await turns();
  expect(asked.map((keys) => keys.length)).toEqual([batchKeys, batchKeys]);
  queries[0]?.give();
  await turns();
  expect(asked.map((keys) => keys.length)).toEqual([batchKeys, batchKeys, 1]);
  for (const query of queries) query.give();
  expect(await all).toHaveLength(count);
});
