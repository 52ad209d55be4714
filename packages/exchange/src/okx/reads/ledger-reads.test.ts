// Tests of the pages of fills and bills that contain a row which cannot be translated.
import { decimal } from '@rondo/decimal';
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { maxRawRowLength } from '../../limits.ts';
import type { OkxRest } from '../rest/rest.ts';
import { createServerClock } from '../rest/server-clock.ts';
import { offGridOf } from './field-reader.ts';
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

function readsOf(data: readonly object[], knownOwner: string | null = 'q1x') {
  const rest: OkxRest = {
    isKeyRefused: () => false,
    serverClock: createServerClock({
      clock,
      log: createTestLog().log,
      ask: async () => ({ venueAt: clock.now(), sentAt: clock.now() }),
    }),
    send: async () => ({ kind: 'received', status: 200, envelope: { code: '0', msg: '', data: data.toReversed() } }),
  };
  return createLedgerReads({
    rest,
    clock,
    owners: { known: () => undefined, remember: () => undefined, find: async () => knownOwner },
  });
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
  expect(offGridOf(next.cause)).toEqual({ instrumentId: rules.id, step: 'tick', text: '2000.005' });
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

test('a bill with an amount that is not a number is returned as unreadable, and the bills after it are returned', async () => {
  const report = await readsOf([bill(2, { balChg: 'x' }), bill(3)]).billsAfter(cursor);
  if (!report.ok) throw new Error(report.cause);
  expect(report.value.rows.map(({ billId }) => billId)).toEqual(['3']);
  expect(report.value.unreadable.map(({ rowId }) => rowId)).toEqual(['2']);
});
