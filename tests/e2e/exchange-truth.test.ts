// The comparison with the exchange detects planted differences.
import { expect, test } from 'vitest';
import { compareWithExchange, type Ledger, type ReportedFill } from './support/exchange-truth.ts';

const instrument = { id: 'ETH-USDT-SWAP', contractValue: '0.1' };
const slot = 'q1r000000010001e1';
const order = (ordId: string, change: Record<string, string> = {}) => ({
  instId: instrument.id,
  ordId,
  clOrdId: `${slot}00${ordId}check0`,
  state: 'filled',
  cTime: `${ordId}00`,
  uTime: `${ordId}50`,
  ...change,
});
const fill = (ordId: string, side: string, fillPx: string) => ({
  instId: instrument.id,
  ordId,
  tradeId: `t${ordId}`,
  side,
  fillPx,
  fillSz: '2',
  fee: '-0.1',
});
const ledger: Ledger = {
  orders: [order('1'), order('2')],
  fills: [fill('1', 'buy', '2000'), fill('2', 'sell', '2010')],
  bills: [
    { ordId: '1', balChg: '-0.1' },
    { ordId: '2', balChg: '1.9' },
    { ordId: '', balChg: '10000' },
  ],
  positions: [],
};
const reportedFills: readonly ReportedFill[] = [
  { fill_id: 't1', order_id: '1', side: 'buy', price: '2000', size: '2', fee: '0.1' },
  { fill_id: 't2', order_id: '2', side: 'sell', price: '2010.0', size: '2', fee: '0.1' },
];
const [firstReported, secondReported] = reportedFills;
const judge = (fills: readonly (ReportedFill | undefined)[], truth: Ledger = ledger): readonly string[] =>
  compareWithExchange(
    fills.flatMap((each) => each ?? []),
    truth,
    instrument,
  ).disagreements;

test('a bot that reports every fill once and whose net result equals the sum of its bills agrees with the exchange', () => {
  expect(judge(reportedFills)).toEqual([]);
});

test('a lost, a doubled, an altered and an invented fill are found', () => {
  expect(judge([firstReported])).toContain('fill t2 is reported 0 times');
  expect(judge([firstReported, secondReported, secondReported])).toContain('fill t2 is reported 2 times');
  expect(judge([firstReported, secondReported && { ...secondReported, fee: '0.2' }])).toContain(
    'fill t2 is reported differently',
  );
  expect(judge([...reportedFills, firstReported && { ...firstReported, fill_id: 't3' }])).toContain(
    'fill t3 is unknown to the exchange',
  );
});

test('a bill without a fill, a live order, an open position and a shared slot are found', () => {
  const bills = [...ledger.bills, { ordId: '2', balChg: '-0.01' }];
  expect(judge(reportedFills, { ...ledger, bills })).toEqual(['the fills earn another sum than the bills']);
  const live = { ...ledger, orders: [order('1', { state: 'live' }), order('2')] };
  expect(judge(reportedFills, live)).toEqual([
    `two orders lived in slot ${slot}`,
    expect.stringContaining('still lives'),
  ]);
  const late = { ...ledger, orders: [order('1', { uTime: '201' }), order('2')] };
  expect(judge(reportedFills, late)).toEqual([`two orders lived in slot ${slot}`]);
  const positions = [{ instId: instrument.id, pos: '2' }];
  expect(judge(reportedFills, { ...ledger, positions })).toEqual(['a position of 2 is open']);
});
