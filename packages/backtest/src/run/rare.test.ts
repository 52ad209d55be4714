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

/** Adds a largest order size, which a configuration file cannot contain. The fast loop does not support such a bot. */
function withOrderBound(config: BacktestConfig): BacktestConfig {
  const instrument = { ...config.bot.instrument, maxLimitSz: decimal('100000') };
  return { ...config, bot: { ...config.bot, instrument } };
}

test('the reducer simulates a bot that the fast loop does not support, in a single run and in a sweep, with and without funding', () => {
  const [plain, bounded] = [configOf(), withOrderBound(configOf())];
  const fast = runBacktest(candles, plain);
  const left = runBacktest(candles, bounded);
  expect([fast.engine, left.engine]).toEqual(['indexed', 'reducer']);
  expect(left.summary).toEqual(fast.summary);
  const funding = [{ at: 60_000, rate: decimal('0.001') }];
  for (const options of [{}, { funding }]) {
    const { rows } = runSweep(candles, [plain, bounded], options);
    expect(rows[1]).toEqual({ ...rows[0], config: 1 });
  }
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
