// Tests that the comparison with the exchange finds the differences that each test puts into the data.
import { expect, test } from 'vitest';
import { compareWithExchange, type Ledger, type ReportedFill } from './support/exchange-truth.ts';

const instrument = { id: 'ETH-USDT-SWAP', contractValue: '0.1' };
const slot = '000000010001e1';
const order = (ordId: string, change: Record<string, string> = {}) => ({
  instId: instrument.id,
  ordId,
  clOrdId: `q2rab12${slot}00${ordId}check0`,
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

test('the comparison finds no difference when every fill is reported once and the net result equals the sum of the bills', () => {
  expect(judge(reportedFills)).toEqual([]);
});

test('the comparison finds a fill that the server does not report, reports twice, or reports with another fee, and a fill that the exchange does not know', () => {
  expect(judge([firstReported])).toContain('fill t2 is reported 0 times');
  expect(judge([firstReported, secondReported, secondReported])).toContain('fill t2 is reported 2 times');
  expect(judge([firstReported, secondReported && { ...secondReported, fee: '0.2' }])).toContain(
    'fill t2 is reported differently',
  );
  expect(judge([...reportedFills, firstReported && { ...firstReported, fill_id: 't3' }])).toContain(
    'fill t3 is unknown to the exchange',
  );
});

test('the comparison finds a bill without a fill, a live order, an open position, and two live orders of one slot', () => {
  const bills = [...ledger.bills, { ordId: '2', balChg: '-0.01' }];
  expect(judge(reportedFills, { ...ledger, bills })).toEqual([
    'the net result of the fills differs from the sum of the bills',
  ]);
  const live = { ...ledger, orders: [order('1', { state: 'live' }), order('2')] };
  expect(judge(reportedFills, live)).toEqual([
    `two orders of slot ${slot} were live at one time`,
    expect.stringContaining('is still live'),
  ]);
  const late = { ...ledger, orders: [order('1', { uTime: '201' }), order('2')] };
  expect(judge(reportedFills, late)).toEqual([`two orders of slot ${slot} were live at one time`]);
  const positions = [{ instId: instrument.id, pos: '2' }];
  expect(judge(reportedFills, { ...ledger, positions })).toEqual(['a position of 2 is open']);
});
