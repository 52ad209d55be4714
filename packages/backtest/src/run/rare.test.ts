// Tests of rare cases: bots that the fast loop does not support and the reducer simulates, liquidation by funding, and the cycles of the rounds in a history.
import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { columnsOf } from '../candles/columns.ts';
import type { BacktestConfig } from '../config/config.ts';
import { simulateHistory } from '../walk/history.ts';
import { runBacktest } from './run-backtest.ts';
import { runSweep } from './run-sweep.ts';
import { candlesOf, configOf } from '../../tests/_market.ts';
import { walkCandles } from '../walk/walk.ts';

const list = candlesOf('2000 2012 1930 1990', '1990 2030 1990 2030', '2030 2030 1960 2011');
const candles = columnsOf(list);

/** Adds largest order sizes, which a configuration file cannot contain. */
function withOrderBounds(config: BacktestConfig, maxLimitSz: string, maxMarketSz = maxLimitSz): BacktestConfig {
  const bounds = { maxLimitSz: decimal(maxLimitSz), maxMarketSz: decimal(maxMarketSz) };
  return { ...config, bot: { ...config.bot, instrument: { ...config.bot.instrument, ...bounds } } };
}

test('the fast loop simulates a bot of an instrument with largest order sizes, in a single run and in a sweep, with and without funding', () => {
  const [plain, bounded] = [configOf(), withOrderBounds(configOf(), '100000')];
  const fast = runBacktest(candles, plain);
  expect(runBacktest(candles, bounded)).toEqual(fast);
  expect(fast.engine).toBe('indexed');
  const funding = [{ at: 60_000, rate: decimal('0.001') }];
  for (const options of [{}, { funding }]) {
    const { rows } = runSweep(candles, [plain, bounded], options);
    expect(rows[1]).toEqual({ ...rows[0], config: 1 });
  }
});

test('a ladder with an order above the largest limit order opens no round in any engine', () => {
  const refused = withOrderBounds(configOf(), '1');
  const run = runBacktest(candles, refused);
  expect(run).toEqual({ ...runBacktest(candles, refused, { engine: 'reducer' }), engine: 'indexed' });
  expect(run.summary).toMatchObject({ fills: 0, stopped: 'above_max_size' });
});

test('the reducer simulates a bot whose stop loss needs several market orders', () => {
  const stopped = withOrderBounds(configOf({ stopLoss: '1' }), '100000', '10');
  const run = runBacktest(candles, stopped);
  expect(run.engine).toBe('reducer');
  expect(run.summary.fills).toBeGreaterThan(runBacktest(candles, configOf({ stopLoss: '1' })).summary.fills);
  const { summary, fingerprint } = run;
  expect(runSweep(candles, [stopped]).rows).toEqual([{ config: 0, summary, fingerprint }]);
});

test('a stop loss that needs thousands of market orders closes the whole position', () => {
  const { summary, fills } = runBacktest(candles, withOrderBounds(configOf({ stopLoss: '1' }), '100000', '0.01'));
  expect(fills.count).toBeGreaterThan(5_000);
  expect(summary.rounds).toBeGreaterThan(0);
});

test('a funding rate of zero changes nothing, and funding that uses up the margin liquidates the bot at the current price', () => {
  for (const direction of ['long', 'short'] as const) {
    const config = configOf({ direction });
    const nothing = [{ at: 60_000, rate: decimal('0') }];
    expect(walkCandles({ config, candles: list, funding: nothing }).summary).toEqual(
      walkCandles({ config, candles: list }).summary,
    );
    const rate = decimal(direction === 'long' ? '0.9' : '-0.9');
    const funding = [59_998, 59_999, 60_000].map((at) => ({ at, rate }));
    const walk = walkCandles({ config, candles: list, funding });
    expect(walk.summary).toMatchObject({ liquidated: true, candles: 2 });
    expect(walk.rows.at(-1)).toMatchObject({ kind: 'liquidation', price: '1990' });
    for (const engine of ['reducer', 'scan', 'indexed'] as const)
      expect(runBacktest(candles, config, { funding, engine }).summary).toEqual(walk.summary);
  }
});

test('simulateHistory counts the cycles of each round', () => {
  const config = configOf({ cyclicSteps: 3 });
  const deep = candlesOf('2000 2000 1930 1990', '1990 1990 1930 1990', '1990 2060 1990 2060');
  const { rounds } = simulateHistory({ config, candles: deep });
  expect(rounds.length).toBeGreaterThan(0);
  expect(rounds.reduce((sum, round) => sum + round.cycles, 0)).toBeGreaterThan(2);
});
