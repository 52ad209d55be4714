// Tests of levels and sizes that are exactly whole numbers, for which a double is not precise enough. The fast loop
// must give the result of the reducer.
import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { columnsOf } from '../candles/columns.ts';
import type { BacktestConfig } from '../config/config.ts';
import { fillRowsOf } from '../walk/fill-columns.ts';
import { runBacktest, type BacktestOptions, type BacktestResult } from '../run/run-backtest.ts';
import { candlesOf, configOf } from '../../tests/_market.ts';

const free = { makerFee: '0', takerFee: '0' };
const market = { tickSz: '0.01', lotSz: '0.01', minSz: '0.01', ctVal: '0.1' };

/** Runs the fast loop and expects the result of the reducer. */
function agreed(config: BacktestConfig, texts: readonly string[], options: BacktestOptions = {}): BacktestResult {
  const candles = columnsOf(candlesOf(...texts));
  const { engine: _engine, ...truth } = runBacktest(candles, config, { ...options, engine: 'reducer' });
  const fast = runBacktest(candles, config, options);
  expect(fast).toEqual({ ...truth, engine: 'indexed' });
  return fast;
}

function lastFill(config: BacktestConfig, texts: readonly string[]): string {
  const { fills } = agreed(config, texts);
  const row = fillRowsOf(columnsOf(candlesOf(...texts)), config, fills).at(-1);
  return `${row?.kind} ${row?.price}`;
}

// Each step has 7500 USDT: 7.5 ETH at 1000 and 12.5 ETH at 600. Together this is 20 ETH for 15000 USDT, with an average price of 750.
const twoSteps = { ...free, martinSteps: 2, cyclicSteps: 0, investmentRatio: '12.5', allocation: '12000' };

test('a base exit that is exactly on a tick is not rounded up to the next tick', () => {
  const config = configOf({ ...twoSteps, stepDistance: '40', fill: 'touch' });
  // The exit is 750 * 1.005 = 753.75.
  const { bot } = config;
  expect(lastFill({ ...config, bot: { ...bot, autoReentry: false } }, ['1000 1000 590 753.75'])).toBe('exit 753.75');
});

test('a stop loss that is exactly on a tick acts at this tick', () => {
  // The stop loss allows a loss of 3600 USDT, so the stop level is (15000 - 3600) / 20 = 570.
  const config = configOf({ ...twoSteps, stepDistance: '40', stopLoss: '30' });
  const once = { ...config, bot: { ...config.bot, autoReentry: false } };
  expect(lastFill(once, ['1000 1000 570 570'])).toBe('stop 570');
  expect(lastFill(once, ['1000 1000 570.01 570.01'])).toBe('entry 600');
});

test('a long is never stopped when its stop loss allows a larger loss than the cost of its position', () => {
  const config = configOf({ ...twoSteps, leverage: '1', investmentRatio: '50', stepDistance: '40', stopLoss: '100' });
  expect(agreed(config, ['1000 1000 0.01 0.01']).summary).toMatchObject({ fills: 2, maxStep: 2, stopped: null });
});

test('a base exit that cycles have moved exactly to a tick acts at this tick', () => {
  // The steps have 0.99 contracts at 2000 and 1.00 contract at 1980. A cycle earns 0.99 USDT, which is 10 USDT per coin
  // of the base, so the exit moves from 2010 to 2000.
  const config = configOf({ ...free, martinSteps: 2, allocation: '79.2', fill: 'touch' });
  const once = { ...config, bot: { ...config.bot, autoReentry: false } };
  expect(lastFill(once, ['2000 2000 1975 1995', '1995 2000 1995 2000'])).toBe('exit 2000');
  expect(lastFill(once, ['2000 2000 1975 1995', '1995 1999.99 1995 1999.99'])).toBe('cycle 1989.9');
});

test.each([
  // The equity is 12000 USDT, so the liquidation price is (15000 - 12000) / 20 = 150.
  [{ ...twoSteps, direction: 'long', stepDistance: '40' }, '1000 1000 149.99 149.99', 'liquidation 150'],
  // Each step has 4000 USDT: 4 ETH at 1000 and 3.2 ETH at 1250. The equity is 10000 USDT, so the liquidation price is
  // (10000 + 8000) / 7.2 = 2500.
  [
    { ...twoSteps, direction: 'short', leverage: '1', investmentRatio: '80', allocation: '10000', stepDistance: '25' },
    '1000 2500.01 1000 2500.01',
    'liquidation 2500',
  ],
])(
  'a $direction whose liquidation price is exactly on a tick is liquidated at this tick',
  (changes, candle, expected) => {
    const instrument = { ...market, mmr: '0' };
    expect(lastFill(configOf({ ...changes, instrument }), [candle])).toBe(expected);
  },
);

test.each(['10000', '9999.999999999999999999'])(
  'a long whose equity of %s USDT covers or almost covers the cost of its position is never liquidated',
  (allocation) => {
    // The long has 2.5 ETH at 2000 and 3.125 ETH at 1600, which cost exactly 10000 USDT.
    const leverage = allocation === '10000' ? '1' : '1.0000000000000001';
    const config = configOf({ ...twoSteps, leverage, investmentRatio: '100', allocation, stepDistance: '20' });
    const { summary } = agreed(config, ['2000 2000 0.01 0.01', '0.01 1 0.01 1']);
    expect(summary).toMatchObject({ liquidated: false, maxStep: 2, fills: 2 });
  },
);

test.each([
  [true, null],
  [false, 'below_min_size'],
])(
  'when a step is close to the smallest size, the exact planner decides with the budget of the round whether the plan is accepted (compounding %s)',
  (compound, stopped) => {
    // A step of 2.002 USDT buys one lot at 2000 but not at 2010. The first round earns 0.01 USDT, with which a step buys one lot at 2010.
    const config = configOf({ ...free, martinSteps: 2, allocation: '0.8008', fill: 'touch', compound });
    expect(agreed(config, ['2000 2010 2000 2010', '2010 2010 2000 2005']).summary).toMatchObject({
      rounds: 1,
      stopped,
    });
  },
);

test('funding between two rounds is part of the budget of the next plan', () => {
  const funding = [
    { at: 60_000, rate: decimal('-0.001') },
    { at: 180_000, rate: decimal('0.002') },
  ];
  const config = configOf({ ...free, martinSteps: 2, allocation: '0.82', stopLoss: '50' });
  const texts = ['2000 2000 2000 2000', '2000 2011 1999 2000', '2000 2000 1990 1990', '1990 1999 1985 1985'];
  expect(agreed(config, texts, { funding }).totals.funding).not.toBe('0.00000000');
});
