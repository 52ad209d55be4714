// Tests of the translation of OKX rows to reports, and of the bodies of commands in both position modes.
import { expect, test } from 'vitest';
import { decimal, lots, ticks } from '@rondo/decimal';
import type { PlaceOrder } from '@rondo/engine/ports';
import { okxBillSchema, okxFillSchema, okxOrderSchema, okxPositionSchema } from '@rondo/protocol';
import { toPlaceBody, toTriggerBody } from '../commands/order-bodies.ts';
import {
  toBillReport,
  toFillReport,
  toOrderReport,
  toPositionReport,
  toPushedFill,
  type InstrumentRules,
} from './translate.ts';

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
const orderFields = {
  instId: rules.id,
  ordId: '11',
  clOrdId: 'q1a',
  px: '2000.50',
  sz: '1.5',
  ordType: 'limit',
  side: 'buy',
  posSide: 'net',
  accFillSz: '0.5',
  state: 'partially_filled',
  uTime: '1700000000000',
  cTime: '1700000000000',
};
const fillFields = {
  instId: rules.id,
  tradeId: '5',
  ordId: '11',
  clOrdId: 'q1a',
  billId: '900',
  subType: '1',
  fillPx: '2000.5',
  fillSz: '0.5',
  side: 'buy',
  posSide: 'net',
  execType: 'M',
  feeCcy: 'USDT',
  fee: '-0.02001',
  ts: '1700000000000',
};

test('the prices and sizes of an order row are translated to ticks and lots', () => {
  expect(toOrderReport(okxOrderSchema.parse(orderFields), rules)).toMatchObject({
    ok: true,
    value: { price: 200_050n, lots: 150n, filledLots: 50n, state: 'partiallyFilled', clientId: 'q1a', trigger: false },
  });
});

test.each([
  ['an order row with a price between two ticks', { px: '2000.505' }],
  ['an order row with a size between two lots', { sz: '1.505' }],
  ['an order row with an unknown state', { state: 'sleeping' }],
])('%s is refused', (_case, change) => {
  expect(toOrderReport(okxOrderSchema.parse({ ...orderFields, ...change }), rules).ok).toBe(false);
});

test('a paid fee is positive, a rebate is negative, and a fee in another currency than USDT is refused', () => {
  const fee = (change: object): unknown =>
    toFillReport(okxFillSchema.parse({ ...fillFields, ...change }), rules, 'q1a');
  expect(fee({})).toMatchObject({
    ok: true,
    value: { fee: { units: 2_001n, scale: 5 }, liquidity: 'maker', kind: 'trade' },
  });
  expect(fee({ fee: '0.01' })).toMatchObject({ ok: true, value: { fee: { units: -1n, scale: 2 } } });
  expect(fee({ feeCcy: 'ETH' })).toMatchObject({ ok: false });
});

test('the sub-type of a fill decides whether its kind is liquidation or ADL', () => {
  const kind = (change: object): unknown => toFillReport(okxFillSchema.parse({ ...fillFields, ...change }), rules, '');
  expect(kind({ subType: '104', tradeId: '-7' })).toMatchObject({ value: { kind: 'liquidation' } });
  expect(kind({ subType: '125', tradeId: '-8' })).toMatchObject({ value: { kind: 'adl' } });
});

test('an order push without a trade contains no fill, and an order push with a trade contains its fill', () => {
  expect(toPushedFill(okxOrderSchema.parse(orderFields), rules)).toEqual({ ok: true, value: null });
  const push = {
    ...orderFields,
    tradeId: '5',
    fillPx: '2000.5',
    fillSz: '0.5',
    fillFee: '-0.02',
    fillFeeCcy: 'USDT',
    execType: 'T',
    fillTime: '1700000000001',
  };
  expect(toPushedFill(okxOrderSchema.parse(push), rules)).toMatchObject({
    ok: true,
    value: { fillId: '5', lots: 50n, billId: '', liquidity: 'taker' },
  });
});

test('the lots of a short position in hedge mode are negative, and the lots of a position in net mode have the sign of the row', () => {
  const row = { instId: rules.id, mgnMode: 'cross', posSide: 'short', pos: '2', cTime: '1', uTime: '1', liqPx: '' };
  expect(toPositionReport(okxPositionSchema.parse(row), rules)).toMatchObject({
    value: { lots: -200n, positionSide: 'short', liquidationPrice: null },
  });
  expect(toPositionReport(okxPositionSchema.parse({ ...row, posSide: 'net', pos: '-2' }), rules)).toMatchObject({
    value: { lots: -200n, positionSide: 'net' },
  });
});

test('the balance change of a funding bill has the sign of the row', () => {
  const row = { billId: '9', type: '8', subType: '173', ccy: 'USDT', balChg: '-0.5', pnl: '-0.5', ts: '1' };
  expect(toBillReport(okxBillSchema.parse(row), 'q1x')).toMatchObject({
    value: { kind: 'funding', clientId: 'q1x', balanceChange: { units: -5n, scale: 1 } },
  });
});

test.each([
  { type: '5', subType: '104', kind: 'liquidation', closes: 'long' },
  { type: '5', subType: '102', kind: 'liquidation', closes: 'short' },
  { type: '9', subType: '128', kind: 'adl', closes: 'long' },
  { type: '9', subType: '126', kind: 'adl', closes: 'short' },
])('a bill of the type $type and the sub-type $subType closes the $closes side', ({ type, subType, ...closed }) => {
  const row = { billId: '9', type, subType, ccy: 'USDT', balChg: '-0.5', pnl: '-0.5', ts: '1' };
  expect(toBillReport(okxBillSchema.parse(row), '')).toMatchObject({ value: closed });
});

const order: PlaceOrder = {
  instrument: rules,
  clientId: 'q1a',
  positionSide: 'short',
  side: 'buy',
  type: 'limit',
  price: ticks(200_050n),
  lots: lots(150n),
  reduces: true,
  deadlineAt: 0,
};

test('the body of an exit contains `reduceOnly` in net mode and the position side in hedge mode, and both bodies contain the broker tag', () => {
  expect(toPlaceBody(order, 'net', 'code')).toEqual({
    instId: rules.id,
    tdMode: 'cross',
    side: 'buy',
    reduceOnly: true,
    ordType: 'limit',
    sz: '1.5',
    px: '2000.5',
    clOrdId: 'q1a',
    tag: 'code',
  });
  expect(toPlaceBody(order, 'hedge', 'code')).toMatchObject({ posSide: 'short', tag: 'code' });
  expect(toPlaceBody(order, 'hedge', 'code')).not.toHaveProperty('reduceOnly');
  expect(toPlaceBody({ ...order, reduces: false }, 'net', 'code')).not.toHaveProperty('reduceOnly');
  expect(toPlaceBody({ ...order, type: 'market', price: null }, 'net', 'code')).not.toHaveProperty('px');
});

test('the body of a stop contains a trigger at the mark price and a market order', () => {
  expect(toTriggerBody({ ...order, type: 'trigger', price: ticks(190_000n) }, 'net', 'code')).toEqual({
    instId: rules.id,
    tdMode: 'cross',
    side: 'buy',
    reduceOnly: true,
    ordType: 'conditional',
    sz: '1.5',
    slTriggerPx: '1900',
    slTriggerPxType: 'mark',
    slOrdPx: '-1',
    algoClOrdId: 'q1a',
    tag: 'code',
  });
});
