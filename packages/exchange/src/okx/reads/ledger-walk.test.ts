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

const topsOf = (count: number): readonly string[] => [
  '',
  ...upTo(count - 1).map((index) => String(2_000_000 - index * 600)),
];

test('when `tops` is full, every second entry is dropped, and the entry of the newest segment stays', async () => {
  const added = maxPages / segmentPages;
  for (const [count, isHalved] of [
    [maxWalkTops - added, false],
    [maxWalkTops - added + 1, true],
  ] as const) {
    const tops = topsOf(count);
    const segment = await readOne(listOf(2_000_000), null, { tops, readTo: '700000' });
    expect(segment.rows).toEqual([]);
    expect(segment.tops).toHaveLength(isHalved ? maxWalkTops / 2 + 1 : maxWalkTops);
    expect(segment.tops.slice(0, 3)).toEqual(isHalved ? [tops[0], tops[2], tops[4]] : tops.slice(0, 3));
  }
});

test('a call that does not reach the oldest row returns no rows and the ids at which the segments begin', async () => {
  const list = listOf(20_000);
  const segment = await readOne(list, null, null);
  const begins = Array.from({ length: maxPages / segmentPages - 1 }, (_, index) => 20_001 - (index + 1) * segmentRows);
  const top = String(20_001 - maxPages * pageRows);
  expect(segment).toEqual({ kind: 'segment', rows: [], top, tops: ['', ...begins.map(String), top] });
  expect(list.list.requests).toBe(maxPages);
});

test('a segment ends with the top at which it began, and the tops of the newer segments are left', async () => {
  const segment = await readOne(listOf(1_100), null, { tops: ['', '901', '601'], readTo: '300' });
  expect([idsOf(segment.rows), segment.top, segment.tops]).toEqual([upTo(600, 301), '601', ['', '901']]);
});

test('when the oldest segment has no unread row, the rows of the next segment are returned', async () => {
  const segment = await readOne(listOf(1_100), null, { tops: ['', '601'], readTo: '700' });
  expect([idsOf(segment.rows), segment.top, segment.tops]).toEqual([upTo(1_100, 701), '', []]);
  const readToEnd = await readOne(listOf(1_100), '900', { tops: ['', '601'], readTo: null });
  expect([idsOf(readToEnd.rows), readToEnd.tops]).toEqual([upTo(1_100, 901), []]);
});

test('when the cursor is known, one request asks only for the rows after the cursor', async () => {
  const list = listOf(40);
  const asked: Query[] = [];
  const fetchPage = (query: Query) => {
    asked.push(query);
    return list.fetchPage(query);
  };
  const start = { sinceAt: 0, walk: null };
  expect(await readSegment(fetchPage, { ...start, billId: '40' })).toEqual({
    kind: 'segment',
    rows: [],
    top: '',
    tops: [],
  });
  expect(await readSegment(fetchPage, { ...start, billId: '10' })).toMatchObject({ top: '', tops: [] });
  expect(asked).toEqual([{ before: '40' }, { before: '10' }]);
});

test('a reading from `sinceAt` returns no row that is older than `sinceAt`', async () => {
  const list = listOf(150);
  const segment = await readSegment(list.fetchPage, { billId: null, sinceAt: 1_101, walk: null });
  expect(segment.kind === 'segment' ? idsOf(segment.rows) : segment).toEqual(upTo(150, 101));
});

const failure = { kind: 'failed', cause: 'no connection', reason: 'unavailable' } as const;

test('when a page cannot be read, the reading fails with the reason of the page', async () => {
  const start = { billId: '7', sinceAt: 0, walk: null };
  expect(await readSegment(async () => failure, start)).toBe(failure);
  const list = listOf(1_000);
  const second = async (query: Query) => (query['after'] === undefined ? list.fetchPage(query) : failure);
  expect(await readSegment(second, { ...start, billId: null })).toBe(failure);
});

/** Returns a list whose only page has these rows. */
const pageOf = (rows: readonly unknown[]) => async (): Promise<Rows<unknown>> => ({ kind: 'rows', rows });
const fullPage = (row: (index: number) => unknown) =>
  pageOf(Array.from({ length: pageRows }, (_, index) => row(index)));

test('a full page without a readable id fails the reading, because the next page is unknown', async () => {
  const start = { billId: null, sinceAt: 0, walk: null };
  const cause = 'a page of the list has no readable id';
  const unreadable = await readSegment(
    fullPage(() => ({ billId: 'x' })),
    start,
  );
  expect(unreadable).toEqual({ kind: 'failed', cause, reason: 'unavailable' });
});

test('the next page begins after the last readable id of a page', async () => {
  const asked: Query[] = [];
  const first = Array.from({ length: pageRows }, (_, index) => (index < 2 ? rowOf(9 - index) : {}));
  await readSegment(
    async (query) => {
      asked.push(query);
      return { kind: 'rows', rows: asked.length === 1 ? first : [] };
    },
    { billId: null, sinceAt: 0, walk: null },
  );
  expect(asked).toEqual([{}, { after: '8' }]);
});

test.each<readonly [string, unknown, Pick<LedgerRow, 'id' | 'at'>]>([
  ['an id and a time', { billId: '12', ts: '1700' }, { id: 12n, at: 1_700 }],
  ['an id of 30 digits', { billId: '9'.repeat(30) }, { id: BigInt('9'.repeat(30)), at: null }],
  ['an id of 31 digits', { billId: '9'.repeat(31) }, { id: null, at: null }],
  ['an id with a letter at its end', { billId: '12x', ts: '17x' }, { id: null, at: null }],
  ['an id with a letter at its beginning', { billId: 'x12', ts: 'x17' }, { id: null, at: null }],
  ['an id that is a number', { billId: 12, ts: 1_700 }, { id: null, at: null }],
  ['no fields', {}, { id: null, at: null }],
  ['the form of a text', 'text', { id: null, at: null }],
  ['the form of a missing value', null, { id: null, at: null }],
  ['no form at all', undefined, { id: null, at: null }],
])('a row with %s is read', async (_name, raw, { id, at }) => {
  const segment = await readSegment(pageOf([raw]), { billId: null, sinceAt: 0, walk: null });
  expect(segment).toEqual({ kind: 'segment', rows: [{ id, at, raw }], top: '', tops: [] });
});

test('a row without a readable id or time is returned, because it may be new', async () => {
  const rows = [rowOf(9), { ts: '1' }, rowOf(8), rowOf(7)];
  const after = await readSegment(pageOf(rows), { billId: '7', sinceAt: 0, walk: { tops: [''], readTo: null } });
  expect(after.kind === 'segment' ? after.rows.map(({ raw }) => raw) : after).toEqual(rows.slice(0, 3));
  const since = [rowOf(9), { billId: '8' }, rowOf(7)];
  const from = await readSegment(pageOf(since), { billId: null, sinceAt: 1_007, walk: null });
  expect(from.kind === 'segment' ? from.rows.map(({ raw }) => raw) : from).toEqual(since);
});
