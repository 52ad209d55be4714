// Tests of the pages of fills and bills that contain a row which cannot be translated.
import { decimal } from '@rondo/decimal';
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { maxOwnerLookups, maxPages, maxRawRowLength, pageRows, recentBillsMs, recentFillsMs } from '../../limits.ts';
import type { OkxCall, OkxResponse, OkxRest } from '../rest/rest.ts';
import { createServerClock } from '../rest/server-clock.ts';
import { createLedgerReads } from './ledger-reads.ts';
import type { InstrumentRules } from './translate.ts';

const clock = createVirtualClock();
const rules: InstrumentRules = {
  id: 'ETH-USDT-SWAP',
  tickSz: decimal('0.01'),
  lotSz: decimal('0.01'),
  minSz: decimal('0.01'),
  ctVal: decimal('0.1'),
  tiers: [],
  takerFee: decimal('0.0005'),
  makerFee: decimal('0.0002'),
};
const fill = (id: number, changes: object = {}): object => ({
  instId: rules.id,
  tradeId: `t${id}`,
  ordId: `o${id}`,
  clOrdId: 'q1x',
  billId: String(id),
  subType: '3',
  tag: '',
  fillPx: '2000',
  fillSz: '1',
  fillPnl: '0',
  side: 'buy',
  posSide: 'net',
  execType: 'T',
  feeCcy: 'USDT',
  fee: '-0.1',
  ts: '1700000000000',
  ...changes,
});
const bill = (id: number, changes: object = {}): object => ({
  billId: String(id),
  instId: rules.id,
  clOrdId: '',
  tradeId: '',
  type: '8',
  subType: '173',
  ccy: 'USDT',
  balChg: '-1',
  pnl: '-1',
  fee: '0',
  ts: '1700000000000',
  ...changes,
});

const received = (data: readonly object[], code = '0'): OkxResponse => ({
  kind: 'received',
  status: 200,
  envelope: { code, msg: 'text', data: [...data] },
});

/** Returns the readings of an account whose requests get the responses of `respond`. The owner of each order is `knownOwner`. */
function readsWith(respond: (call: OkxCall) => OkxResponse, knownOwner: string | null = 'q1x') {
  const rest: OkxRest = {
    isKeyRefused: () => false,
    serverClock: createServerClock({
      clock,
      log: createTestLog().log,
      ask: async () => ({ venueAt: clock.now(), sentAt: clock.now() }),
    }),
    send: async (call) => respond(call),
  };
  return createLedgerReads({
    rest,
    clock,
    owners: {
      known: (orderId) => (orderId === 'known' ? 'q1known' : undefined),
      remember: () => undefined,
      find: async () => knownOwner,
    },
  });
}

/** Returns the readings of an account whose only page has these rows, with the oldest row first. */
function readsOf(data: readonly object[], knownOwner: string | null = 'q1x') {
  return readsWith(() => received(data.toReversed()), knownOwner);
}

const cursor = { billId: '1', sinceAt: 0, completeUntil: 1_800_000_000_000 };

test('a fill with a fee that is not a number is returned as unreadable, and the fills before and after it are returned', async () => {
  const reads = readsOf([fill(2), fill(3, { fee: 'x' }), fill(4)]);
  const report = await reads.fillsAfter([rules], cursor);
  if (!report.ok) throw new Error(report.cause);
  expect(report.value.rows.map(({ fillId }) => fillId)).toEqual(['t2', 't4']);
  expect(report.value.unreadable).toMatchObject([{ rowId: '3', instrumentId: rules.id, at: 1_700_000_000_000 }]);
  expect([report.value.cursor, report.value.next]).toEqual(['4', null]);
});

test('a fill with a price between two ticks is not unreadable: the page ends before it, and the next reading names the price', async () => {
  const odd = fill(3, { fillPx: '2000.005' });
  const report = await readsOf([fill(2), odd, fill(4)]).fillsAfter([rules], cursor);
  if (!report.ok) throw new Error(report.cause);
  expect([report.value.rows.length, report.value.unreadable, report.value.cursor]).toEqual([1, [], '2']);
  const next = await readsOf([odd, fill(4)]).fillsAfter([rules], { ...cursor, billId: '2' });
  if (next.ok) throw new Error('The reading succeeded.');
  expect(next.offGrid).toEqual({ instrumentId: rules.id, step: 'tick', text: '2000.005' });
  const finer = { ...rules, tickSz: decimal('0.005') };
  expect(await readsOf([odd, fill(4)]).fillsAfter([finer], cursor)).toMatchObject({ ok: true, value: { next: null } });
});

test('the stored text of an unreadable fill has a largest length, and a fill without a readable id does not become the cursor', async () => {
  const reads = readsOf([fill(2), fill(3, { billId: 'x', note: 'n'.repeat(3 * maxRawRowLength) })]);
  const report = await reads.fillsAfter([rules], cursor);
  if (!report.ok) throw new Error(report.cause);
  expect(report.value.unreadable.map(({ rowId, raw }) => [rowId, raw.length])).toEqual([[null, maxRawRowLength]]);
  expect(report.value.cursor).toBe('2');
});

test('a fill whose owner could not be read now is not unreadable, and the page ends before it', async () => {
  const reads = readsOf([fill(2), fill(3, { clOrdId: '' }), fill(4)], null);
  const report = await reads.fillsAfter([rules], cursor);
  if (!report.ok) throw new Error(report.cause);
  expect([report.value.rows.length, report.value.unreadable, report.value.cursor]).toEqual([1, [], '2']);
  expect(report.value.next).not.toBeNull();
});

test('a fill of an instrument without a bot is not unreadable, although its row cannot be parsed', async () => {
  const report = await readsOf([fill(2, { instId: 'BTC-USDT-SWAP', fillPx: 'x' })]).fillsAfter([rules], cursor);
  expect(report).toMatchObject({ ok: true, value: { rows: [], unreadable: [], cursor: '2' } });
});

test('the bill of a trade without a client id has the client id of the owner of its order, on the instruments of the reading', async () => {
  const trade = { type: '2', subType: '2', ordId: 'known', clOrdId: '' };
  const rows = [bill(2, trade), bill(3, { ...trade, instId: 'BTC-USDT-SWAP' }), bill(4)];
  const reads = readsOf(rows);
  await reads.fillsAfter([], cursor);
  const report = await reads.billsAfter([rules], cursor);
  expect(report).toMatchObject({
    ok: true,
    value: { rows: [{ clientId: 'q1known' }, { clientId: '' }, { clientId: '' }] },
  });
});

test('the owner of an order is not looked up for a bill of another type, or for the bill of a trade without an order id', async () => {
  const rows = [bill(2, { ordId: 'known' }), bill(3, { type: '2', subType: '2', ordId: '' })];
  expect(await readsOf(rows).billsAfter([rules], cursor)).toMatchObject({
    ok: true,
    value: { rows: [{ clientId: '' }, { clientId: '' }] },
  });
});

test('the bill of a trade whose owner could not be read now is read later', async () => {
  const reads = readsOf([bill(2), bill(3, { type: '2', ordId: 'o3' })], null);
  const report = await reads.billsAfter([rules], cursor);
  if (!report.ok) throw new Error(report.cause);
  expect(report.value.rows.map(({ billId }) => billId)).toEqual(['2']);
  expect([report.value.unreadable, report.value.cursor]).toEqual([[], '2']);
  expect(report.value.next).not.toBeNull();
});

test('a bill with an amount that is not a number is returned as unreadable, and the bills after it are returned', async () => {
  const report = await readsOf([bill(2, { balChg: 'x' }), bill(3)]).billsAfter([rules], cursor);
  if (!report.ok) throw new Error(report.cause);
  expect(report.value.rows.map(({ billId }) => billId)).toEqual(['3']);
  expect(report.value.unreadable.map(({ rowId }) => rowId)).toEqual(['2']);
});

test.each([
  ['fills', 'trade/fills', recentFillsMs],
  ['fills', 'trade/fills-history', recentFillsMs + 1],
  ['bills', 'account/bills', recentBillsMs],
  ['bills', 'account/bills-archive', recentBillsMs + 1],
] as const)('the %s are read from %s when the reading begins %i ms ago', async (list, path, ageMs) => {
  const calls: OkxCall[] = [];
  const reads = readsWith((call) => {
    calls.push(call);
    return received([]);
  });
  const start = { billId: '7', sinceAt: clock.now() - ageMs };
  const page = { rows: [], unreadable: [], cursor: null, next: null };
  const report = await (list === 'fills' ? reads.fillsAfter([rules], start) : reads.billsAfter([rules], start));
  expect(report).toEqual({ ok: true, startedAt: clock.now(), value: page });
  const filter = list === 'fills' ? { instType: 'SWAP' } : { ccy: 'USDT' };
  expect(calls).toMatchObject([
    { path: `/api/v5/${path}`, query: { ...filter, before: '7', limit: String(pageRows) } },
  ]);
  expect(Object.keys(calls[0]?.query ?? {})).toHaveLength(3);
});

test('a reading continues at the oldest unread segment of `walk`', async () => {
  const calls: OkxCall[] = [];
  const reads = readsWith((call) => {
    calls.push(call);
    return received([bill(8), bill(7)]);
  });
  const report = await reads.billsAfter([rules], { ...cursor, walk: { tops: ['', '9'], readTo: '7' } });
  expect(calls.map(({ query }) => query?.['after'])).toEqual(['9']);
  expect(report).toMatchObject({ ok: true, value: { cursor: '8', next: { tops: [''], readTo: '8' } } });
});

test('when one call does not reach the oldest row, the page is empty and the next call continues at its last row', async () => {
  const list = (call: OkxCall): OkxResponse => {
    const top = Number(call.query?.['after'] ?? 10_001);
    return received(Array.from({ length: pageRows }, (_, index) => bill(top - 1 - index)));
  };
  for (const readTo of [null, '3']) {
    const walk = readTo === null ? null : { tops: [''], readTo };
    const report = await readsWith(list).billsAfter([rules], { billId: null, sinceAt: 0, walk, completeUntil: 1 });
    if (!report.ok) throw new Error(report.cause);
    expect(report.value).toMatchObject({ rows: [], cursor: null, next: { readTo } });
    expect(report.value.next?.tops.at(-1)).toBe(String(10_001 - maxPages * pageRows));
  }
});

test.each([
  ['the request fails', { kind: 'failed', cause: 'no answer', status: 429 }, { cause: 'no answer', reason: 'busy' }],
  ['the exchange says that the list does not exist', received([], '51603'), { cause: 'the list does not exist' }],
] as const)('when %s, the reading fails with the cause', async (_case, response, failure) => {
  const report = await readsWith(() => response).billsAfter([rules], cursor);
  expect(report).toMatchObject({ ok: false, startedAt: clock.now(), ...failure });
});

test('the rows of a page are returned with the oldest row first, and the cursor is the newest row up to `completeUntil`', async () => {
  const at = (ts: number) => ({ ts: String(ts) });
  const data = [bill(5, at(50)), bill(2, at(20)), bill(4, at(40)), bill(3, at(30))];
  const page = await readsWith(() => received(data)).billsAfter([rules], { ...cursor, completeUntil: 30 });
  if (!page.ok) throw new Error(page.cause);
  expect([page.value.rows.map(({ billId }) => billId), page.value.cursor]).toEqual([['2', '3', '4', '5'], '3']);
  const without = await readsWith(() => received(data)).billsAfter([rules], { billId: '1', sinceAt: 0 });
  expect(without).toMatchObject({ ok: true, value: { cursor: null } });
});

test('a row without a readable id or time does not become the cursor', async () => {
  const reads = readsOf([bill(2), bill(3, { billId: 'x' }), bill(4, { ts: 'x' })]);
  expect(await reads.billsAfter([rules], cursor)).toMatchObject({ ok: true, value: { cursor: '2', next: null } });
  const page = await readsOf([bill(3, { billId: 'x' })]).billsAfter([rules], cursor);
  expect(page).toMatchObject({ ok: true, value: { cursor: null, unreadable: [{ rowId: null }] } });
});

test('a bill in another currency is not needed', async () => {
  const page = await readsOf([bill(2, { ccy: 'BTC' }), bill(3)]).billsAfter([rules], cursor);
  if (!page.ok) throw new Error(page.cause);
  expect([page.value.rows.map(({ billId }) => billId), page.value.unreadable]).toEqual([['3'], []]);
});

test('a fill whose fee is not in USDT is unreadable, because a later reading cannot translate it', async () => {
  const page = await readsOf([fill(2, { feeCcy: 'ETH' })]).fillsAfter([rules], cursor);
  expect(page).toMatchObject({ ok: true, value: { rows: [], unreadable: [{ rowId: '2' }], cursor: '2' } });
});

test('a row without an instrument is stored as unreadable without an instrument, and the cause names the field', async () => {
  const page = await readsOf([bill(2, { instId: '', balChg: 7 })]).billsAfter([rules], cursor);
  if (!page.ok) throw new Error(page.cause);
  expect(page.value.unreadable).toMatchObject([{ rowId: '2', instrumentId: null }]);
  expect(page.value.unreadable[0]?.cause).toContain('balChg');
});

test('a fill without a client id gets the client id of its order, and a known order is not looked up', async () => {
  const page = await readsOf([fill(2, { clOrdId: '' }), fill(3, { clOrdId: '', ordId: 'known' })]).fillsAfter(
    [rules],
    cursor,
  );
  if (!page.ok) throw new Error(page.cause);
  expect(page.value.rows.map(({ clientId }) => clientId)).toEqual(['q1x', 'q1known']);
});

test('the owners of at most `maxOwnerLookups` orders are looked up in one page, and the page ends before the next fill', async () => {
  const data = Array.from({ length: maxOwnerLookups + 1 }, (_, index) => fill(index + 2, { clOrdId: '' }));
  const page = await readsOf(data).fillsAfter([rules], cursor);
  if (!page.ok) throw new Error(page.cause);
  const last = String(maxOwnerLookups + 1);
  expect([page.value.rows.length, page.value.cursor]).toEqual([maxOwnerLookups, last]);
  expect(page.value.next).toEqual({ tops: [''], readTo: last });
});

test('when the page ends before a fill and no row before it has a readable id, the reading continues where it was', async () => {
  const data = [fill(2, { billId: 'x' }), fill(3, { clOrdId: '' })];
  for (const readTo of [null, '1']) {
    const walk = readTo === null ? null : { tops: [''], readTo };
    const page = await readsOf(data, null).fillsAfter([rules], { ...cursor, walk });
    expect(page).toMatchObject({ ok: true, value: { cursor: null, next: { tops: [''], readTo } } });
  }
});

test('a reading whose first fill has an unknown owner fails and names the order', async () => {
  const page = await readsOf([fill(2, { clOrdId: '' })], null).fillsAfter([rules], cursor);
  expect(page).toMatchObject({ ok: false, cause: 'the owner of the order o2 could not be read' });
});
