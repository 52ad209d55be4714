// Tests of the listing of open orders: one row that cannot be translated does not hide the other orders of the account.
import { decimal } from '@rondo/decimal';
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { OkxRest } from '../rest/rest.ts';
import { createServerClock } from '../rest/server-clock.ts';
import { createOrderReads } from './order-reads.ts';
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
const other: InstrumentRules = { ...rules, id: 'BTC-USDT-SWAP' };

function orderRow(clOrdId: string, changes: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    instType: 'SWAP',
    instId: rules.id,
    ordId: `7${clOrdId.length}`,
    clOrdId,
    tag: '',
    px: '2000.00',
    sz: '1',
    ordType: 'limit',
    side: 'buy',
    posSide: 'net',
    tdMode: 'cross',
    accFillSz: '0',
    fillPx: '',
    tradeId: '',
    fillSz: '',
    fillTime: '',
    avgPx: '',
    state: 'live',
    lever: '10',
    feeCcy: 'USDT',
    fee: '0',
    category: 'normal',
    reduceOnly: 'false',
    cancelSource: '',
    algoClOrdId: '',
    algoId: '',
    uTime: '1700000000000',
    cTime: '1700000000000',
    ...changes,
  };
}

function readsOf(orders: readonly unknown[], triggers: readonly unknown[] = []) {
  const rest: OkxRest = {
    isKeyRefused: () => false,
    serverClock: createServerClock({
      clock,
      log: createTestLog().log,
      ask: async () => ({ venueAt: clock.now(), sentAt: clock.now() }),
    }),
    send: async ({ path }) => {
      const data = path.includes('algo') ? [...triggers] : [...orders];
      return { kind: 'received', status: 200, envelope: { code: '0', msg: '', data } };
    },
  };
  return createOrderReads({
    rest,
    clock,
    owners: { known: () => undefined, remember: () => undefined, find: async () => null },
  });
}

test.each([
  ['an unknown state', { state: 'sleeping' }],
  ['an unknown position side', { posSide: 'both' }],
  ['a time that is not a number', { uTime: 'x' }],
])('an order with %s is listed as unreadable with its ids, and the other orders are listed', async (_, changes) => {
  const rows = [orderRow('a'), orderRow('bb', changes), orderRow('ccc', { instId: other.id })];
  const report = await readsOf(rows).openOrders([rules, other]);
  if (!report.ok) throw new Error(report.cause);
  expect(report.value.map(({ clientId, unreadable }) => [clientId, unreadable !== undefined])).toEqual([
    ['a', false],
    ['bb', true],
    ['ccc', false],
  ]);
  expect(report.value[1]).toMatchObject({ instrumentId: rules.id, venueOrderId: '72', trigger: false });
});

test('an unreadable trigger order is listed with its client id', async () => {
  const trigger = { instId: rules.id, algoId: '9', algoClOrdId: 'stop', clOrdId: '', state: 'sleeping' };
  const report = await readsOf([orderRow('a')], [trigger]).openOrders([rules]);
  if (!report.ok) throw new Error(report.cause);
  expect(report.value.find(({ unreadable }) => unreadable !== undefined)).toMatchObject({
    clientId: 'stop',
    venueOrderId: '9',
    trigger: true,
  });
});

test('an unreadable order of an instrument without a bot is not listed', async () => {
  const report = await readsOf([orderRow('a', { instId: 'XRP-USDT-SWAP', state: 'sleeping' })]).openOrders([rules]);
  expect(report).toMatchObject({ ok: true, value: [] });
});

test('an order with a price between two ticks makes the reading fail, and the failure names the price', async () => {
  const report = await readsOf([orderRow('a'), orderRow('bb', { px: '2000.005' })]).openOrders([rules]);
  expect(report).toMatchObject({ ok: false, offGrid: { instrumentId: rules.id, step: 'tick', text: '2000.005' } });
});
