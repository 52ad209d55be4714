import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { columnsOf } from '../candles/columns.ts';
import { fillKinds } from '../walk/fill-columns.ts';
import { applyFillAt, distanceAt, emptyPosition, positionTermsOf } from './held-position.ts';
import type { BacktestConfig } from '../config/config.ts';
import { reportBacktest, type BacktestReport } from './report.ts';
import { runBacktest } from '../run/run-backtest.ts';
import { candlesOf, configOf } from '../../tests/_market.ts';

const free = { makerFee: '0', takerFee: '0' };

function reportOf(config: BacktestConfig, ...texts: readonly string[]): BacktestReport {
  const candles = columnsOf(candlesOf(...texts));
  return reportBacktest(candles, config, { run: runBacktest(candles, config) });
}

test('the equity falls while the price is below the price of the open lots, and rises with the exit', () => {
  // The bot has 31.25 contracts of 0.1 ETH at 2000. At 1990 the loss is 31.25 USDT, and the exit at 2010 earns 31.25 USDT.
  const report = reportOf(configOf(free), '2000 2000 1990 1995', '1995 2011 1995 2005');
  expect(report.maxDrawdownOpen).toBeCloseTo(31.25, 8);
  expect(report.maxDrawdownClosed).toBe(0);
  expect(report.curve.map((point) => point.at)).toEqual([0, 60_000]);
  expect(report.curve[0]?.net).toBe(0);
  expect(report.curve[1]?.net).toBeCloseTo(31.25, 8);
  expect(report.curve[0]?.equity).toBeCloseTo(-15.625, 8);
  expect(report.totals).toEqual({ grossPnl: '31.25000000', fees: '0.00000000', funding: '0.00000000' });
});

test('the equity of a short falls when the price rises', () => {
  const report = reportOf(configOf({ ...free, direction: 'short' }), '2000 2010 2000 2005');
  expect(report.maxDrawdownOpen).toBeCloseTo(31.25, 8);
});

test('after the fill of a second step the drawdown grows with the lots of both steps', () => {
  const report = reportOf(configOf(free), '2000 2000 1970 1970');
  // Step 1 has 3.125 ETH at 2000, and step 2 has 3.156 ETH at 1980. At 1970 step 1 has lost 3.125 * 30 USDT, and step 2
  // has lost 3.156 * 10 USDT.
  expect(report.maxDrawdownOpen).toBeCloseTo(3.125 * 30 + 3.156 * 10, 6);
  expect(report.summary.maxStep).toBe(2);
});

test('the closed drawdown includes rounds that end with a loss, and the report counts the stops', () => {
  const config = configOf({ ...free, stopLoss: '1' });
  const report = reportOf(config, '2000 2000 1800 1800');
  expect(report.stops).toBeGreaterThan(1);
  expect(report.maxDrawdownClosed).toBeGreaterThan(report.stops * 90);
  expect(report.maxDrawdownOpen).toBeGreaterThanOrEqual(report.maxDrawdownClosed);
});

test('the report counts a liquidation, and the distance to the liquidation price is then almost zero', () => {
  const report = reportOf(configOf(), '2000 2000 1500 1500', '1500 1500 1500 1500');
  expect(report.liquidations).toBe(1);
  expect(report.worstLiquidationDistance).toBeLessThan(0.0001);
  expect(report.curve).toHaveLength(1);
});

test('the worst liquidation distance is the smallest distance of the run, as a part of the price', () => {
  const report = reportOf(configOf({ ...free, leverage: '20', investmentRatio: '100' }), '2000 2000 1981 1990');
  // The equity is 10000 USDT, and the position is 12.5 ETH, which cost 25000 USDT. So the liquidation price is (25000 -
  // 10000) / (12.5 * 0.996) = 1204.82.
  expect(report.worstLiquidationDistance).toBeCloseTo((1981 - 1204.819277) / 1981, 6);
});

test('when a bot has no liquidation price, the worst liquidation distance is null', () => {
  expect(reportOf(configOf({ leverage: '1' }), '2000 2000 1990 1990').worstLiquidationDistance).toBeNull();
});

test('the time in the market and the longest round begin with the first entry', () => {
  const once = configOf();
  const report = reportOf(
    { ...once, bot: { ...once.bot, autoReentry: false } },
    '2000 2000 2000 2000',
    '2000 2000 1990 1990',
    '1990 2011 1990 2011',
    '2011 2011 2011 2011',
  );
  expect(report.timeInMarketMs).toBe(120_000);
  expect(report.timeInMarketShare).toBeCloseTo(2 / 3, 8);
  expect(report.longestRoundMs).toBe(120_000);
  expect(reportOf(configOf(), '2000 2000 2000 2000', '2000 2000 2000 2000').longestRoundMs).toBe(60_000);
});

test('funding changes the last point of the curve by the funding in the totals', () => {
  const candles = columnsOf(candlesOf('2000 2000 2000 2000', '2000 2000 2000 2000'));
  const funding = [{ at: 60_000, rate: decimal('0.001') }];
  const config = configOf(free);
  const run = runBacktest(candles, config, { funding });
  const report = reportBacktest(candles, config, { run, funding });
  expect(report.curve.at(-1)?.net).toBeCloseTo(-6.25, 8);
  expect(report.totals.funding).toBe('-6.25000000');
});

test.each([
  ['long', 'byClose'],
  ['short', 'favourableFirst'],
  ['long', 'adverseFirst'],
  ['short', 'byClose'],
])('the curve of a %s with the path rule %s ends at the exact result', (direction, path) => {
  const texts = Array.from({ length: 60 }, (_, index) => {
    const open = 2000 + ((index * 37) % 41) - 20;
    const close = 2000 + ((index * 53) % 47) - 23;
    return `${open} ${Math.max(open, close) + 9} ${Math.min(open, close) - 11} ${close}`;
  });
  for (const slippage of ['0', '0.001']) {
    const config = configOf({ direction, path, stopLoss: '5', cyclicSteps: 2, slippage });
    const report = reportOf(config, ...texts);
    const last = report.curve.at(-1);
    expect(last?.net).toBeCloseTo(Number(report.summary.netPnl), 6);
    expect((last?.equity ?? 0) - (last?.net ?? 0)).toBeCloseTo(Number(report.summary.unrealizedPnl), 6);
    expect(report.summary.fills).toBeGreaterThan(20);
  }
});

test('the curve of a long series has at most a thousand points and contains the last candle', () => {
  const report = reportOf(configOf(free), ...Array.from({ length: 1_502 }, () => '2000 2000 2000 2000'));
  expect(report.curve).toHaveLength(752);
  expect(report.curve.slice(-2).map((point) => point.at / 60_000)).toEqual([1_500, 1_501]);
});

test('the liquidation distance uses the tier of the open size', () => {
  const instrument = { tickSz: '0.01', lotSz: '0.01', minSz: '0.01', ctVal: '0.1' };
  const distance = (tiers: readonly (readonly [string, string])[]): number => {
    const config = configOf({
      ...free,
      fill: 'touch',
      leverage: '20',
      investmentRatio: '100',
      instrument: { ...instrument, tiers },
    });
    return reportOf(config, '2000 2000 1990 1990').worstLiquidationDistance ?? 0;
  };
  // The equity is 10000 USDT, and the position is 12.5 ETH, which cost 25000 USDT. So the liquidation price is 15000 /
  // (12.5 * (1 - m)). The maintenance rate m is 0.004 up to 125 contracts and 0.01 above 125 contracts.
  const far = (m: number): number => (1990 - 15_000 / (12.5 * (1 - m))) / 1990;
  expect(
    distance([
      ['125', '0.004'],
      ['200', '0.01'],
    ]),
  ).toBeCloseTo(far(0.004), 9);
  expect(
    distance([
      ['124', '0.004'],
      ['200', '0.01'],
    ]),
  ).toBeCloseTo(far(0.01), 9);
  expect(
    distance([
      ['60', '0.004'],
      ['124', '0.01'],
    ]),
  ).toBeCloseTo(far(0.01), 9);
});

test('a position that is too large for exact doubles has no liquidation estimate and causes no error', () => {
  const position = emptyPosition(positionTermsOf(configOf()));
  const fills = {
    count: 2,
    candle: Int32Array.of(0, 0),
    kind: Uint8Array.of(fillKinds.indexOf('entry'), fillKinds.indexOf('exit')),
    step: Uint8Array.of(1, 0),
    price: Int32Array.of(2000, 2010),
    lots: Float64Array.of(Infinity, Infinity),
  };
  for (const place of [0, 1]) applyFillAt(position, fills, place);
  expect(distanceAt(position, 2000)).toBe(Number.POSITIVE_INFINITY);
});
