// Tests of the reading of a long list in segments. Every row is returned once, with the oldest row first.
import { expect, test } from 'vitest';
import type { LedgerWalk } from '@rondo/engine/ports';
import { maxPages, maxWalkTops, pageRows, segmentPages } from '../../limits.ts';
import type { Rows } from '../commands/outcome.ts';
import { readSegment, type LedgerRow, type LedgerSegment } from './ledger-walk.ts';
import type { Query } from './reads.ts';

const segmentRows = segmentPages * pageRows;

/**
 * Returns a list with the ids 1 to `count`, and the function that reads a page of the list. `requests` is the number of
 * pages that were read.
 */
function listOf(count: number) {
  const list = { count, requests: 0 };
  const fetchPage = async ({ before, after }: Query): Promise<Rows<unknown>> => {
    list.requests += 1;
    const top = after === undefined ? list.count : Number(after) - 1;
    const bottom = Math.max(Number(before ?? 0), top - pageRows);
    const rows = Array.from({ length: Math.max(0, top - bottom) }, (_, index) => rowOf(top - index));
    return { kind: 'rows', rows };
  };
  return { list, fetchPage };
}

const rowOf = (id: number) => ({ billId: String(id), ts: String(1_000 + id) });
const idsOf = (rows: readonly LedgerRow[]): readonly number[] => rows.map(({ id }) => Number(id)).reverse();

type List = ReturnType<typeof listOf>;

async function readOne(list: List, billId: string | null, walk: LedgerWalk | null): Promise<LedgerSegment> {
  const segment = await readSegment(list.fetchPage, { billId, sinceAt: 0, walk });
  if (segment.kind !== 'segment') throw new Error(`The reading failed: ${JSON.stringify(segment)}.`);
  return segment;
}

/**
 * Reads the list to its end, and moves the cursor after each segment. When `onSegment` returns false, the next call
 * gets no `walk`, as after a restart of the process.
 */
async function readAll(list: List, billId: string | null, onSegment: (count: number) => boolean = () => true) {
  const read: number[] = [];
  let [cursor, walk, count]: [string | null, LedgerWalk | null, number] = [billId, null, 0];
  do {
    const { rows, tops } = await readOne(list, cursor, walk);
    const ids = idsOf(rows);
    expect(ids.length).toBeLessThanOrEqual(segmentRows);
    read.push(...ids);
    count += 1;
    cursor = ids.length > 0 ? String(ids.at(-1)) : cursor;
    walk = onSegment(count) ? { tops, readTo: cursor } : null;
    if (tops.length === 0) return read;
  } while (count < 200);
  throw new Error('The list has no end.');
}

const upTo = (count: number, from = 1): readonly number[] =>
  Array.from({ length: count - from + 1 }, (_, index) => from + index);

test.each([0, 1, 99, 100, 499, 500, 501, 1_000, 5_000, 5_100, 20_000])(
  'each row of a list of %i rows is returned once, with the oldest row first',
  async (count) => {
    expect(await readAll(listOf(count), null)).toEqual(upTo(count));
  },
);

test.each([0, 50, 99, 100, 101, 600, 5_100])('only the %i rows after the cursor are returned', async (more) => {
  expect(await readAll(listOf(7_000 + more), '7000')).toEqual(upTo(7_000 + more, 7_001));
});

test('when `walk` is lost after every second segment, the reading continues after the last returned row', async () => {
  expect(await readAll(listOf(5_100), null, (count) => count % 2 === 0)).toEqual(upTo(5_100));
});

test('rows that are added to the list during the reading are returned after the earlier rows', async () => {
  const list = listOf(2_000);
  const read = await readAll(list, null, () => {
    if (list.list.count < 3_000) list.list.count += 250;
    return true;
  });
  expect(read).toEqual(upTo(3_000));
});

test('one call reads at most `maxPages` pages, and the whole reading needs at most 2.5 requests per page of the list', async () => {
  const list = listOf(20_000);
  let [last, most] = [0, 0];
  await readAll(list, null, () => {
    most = Math.max(most, list.list.requests - last);
    last = list.list.requests;
    return true;
  });
  expect(most).toBeLessThanOrEqual(maxPages);
  expect(list.list.requests).toBeLessThan((20_000 / pageRows) * 2.5);
});

test('when `tops` has too many entries, a part of the entries is dropped and the entry of the newest segment stays', async () => {
  const tops = ['', ...upTo(maxWalkTops - 1).map((index) => String(2_000_000 - index * 600))];
  const segment = await readOne(listOf(2_000_000), null, { tops, readTo: '700000' });
  expect(segment.tops.length).toBeLessThan(maxWalkTops);
  expect(segment.tops[0]).toBe('');
});

test('a reading from `sinceAt` returns no row that is older than `sinceAt`', async () => {
  const list = listOf(150);
  const segment = await readSegment(list.fetchPage, { billId: null, sinceAt: 1_101, walk: null });
  expect(segment.kind === 'segment' ? idsOf(segment.rows) : segment).toEqual(upTo(150, 101));
});
