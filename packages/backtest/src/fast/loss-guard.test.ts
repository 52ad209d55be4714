// Tests the loss guard of the fast loop against the reducer: waits, locks, the window of a day, and funding during a wait.
import { decimal } from '@rondo/decimal';
import { seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { madeUpSeries } from '../../../../tests/agreement/series.ts';
import { candlesOf, configOf } from '../../tests/_market.ts';
import { columnsOf, type CandleColumns } from '../candles/columns.ts';
import { runBacktest } from '../run/run-backtest.ts';

const guard = { firstWaitMinutes: 1, maxWaitMinutes: 60, stopsPerHour: 1_000, dayLossPercent: '1000' };
const stopped = { stopLoss: '1', stepDistance: '5', lossGuard: guard };

/** Runs the reducer and both fast loops, demands equal results, and returns the result with the engine of the fast loop. */
function runAll(candles: CandleColumns, changes: Readonly<Record<string, unknown>>, hasFunding = false) {
  const config = configOf(changes);
  const fundingMinutes = hasFunding ? [1, 3, 200, 1_600, 2_500] : [];
  const funding = fundingMinutes.map((minute) => ({ at: minute * 60_000 - 5, rate: decimal('0.0005') }));
  const { engine: _engine, ...truth } = runBacktest(candles, config, { funding, engine: 'reducer' });
  const { engine, ...scan } = runBacktest(candles, config, { funding, engine: 'scan' });
  const { engine: _indexed, ...indexed } = runBacktest(candles, config, { funding, engine: 'indexed' });
  expect(scan).toEqual(truth);
  expect(indexed).toEqual(truth);
  return { ...scan, engine };
}

const market = madeUpSeries(seededChance('loss guard 5'), 3_000, 180_000).candles;

test.each([
  ['a guard that only waits', guard, null],
  ['a guard whose waits are long', { ...guard, firstWaitMinutes: 90, maxWaitMinutes: 400 }, null],
  ['a guard that locks after the second stop loss of an hour', { ...guard, stopsPerHour: 1 }, 'loss_guard'],
  ['a guard that locks after a loss of 3 % in a day', { ...guard, dayLossPercent: '3' }, 'loss_guard'],
])('the fast loop gives the result of the reducer for %s', (_, lossGuard, ending) => {
  for (const hasFunding of [false, true]) {
    const { summary } = runAll(market, { ...stopped, lossGuard }, hasFunding);
    expect(summary.fills).toBeGreaterThan(3);
    expect(summary.stopped).toBe(ending);
  }
});

test('a wait that ends inside the candle of the stop loss opens the next round at the close of this candle', () => {
  const minutes = candlesOf('2000 2000 1950 1960', '1960 1960 1930 1930', '1930 1930 1930 1930');
  const candles = columnsOf(minutes.map((candle) => ({ ...candle, at: candle.at * 5 })));
  expect(runAll(candles, stopped).summary.fills).toBe(3);
});

test('a wait that does not end before the last candle opens no other round', () => {
  const candles = columnsOf(candlesOf('2000 2000 1950 1950', '1950 1950 1950 1950', '1950 1950 1950 1950'));
  const { summary } = runAll(candles, { ...stopped, lossGuard: { ...guard, firstWaitMinutes: 60 } });
  expect(summary.fills).toBe(2);
});

test('the reducer decides when the loss of a day equals the bound, because the fast loop calculates with doubles', () => {
  const candles = columnsOf(candlesOf('2000 2000 1500 1500', '1500 1500 1500 1500'));
  const fields = { ...stopped, makerFee: '0', takerFee: '0', lossGuard: { ...guard, dayLossPercent: '1' } };
  const { summary, engine } = runAll(candles, fields);
  expect([summary.netPnl, summary.stopped, engine]).toEqual(['-100.00000000', 'loss_guard', 'reducer']);
});

test('a round that reaches its stop loss as it opens can lock the bot in the candle in which a wait has ended', () => {
  const candles = columnsOf(candlesOf(...Array.from({ length: 8 }, () => '2000 2000 2000 2000')));
  const { summary } = runAll(candles, { ...stopped, stopLoss: '0.01', lossGuard: { ...guard, stopsPerHour: 2 } });
  expect([summary.stopped, summary.fills]).toEqual(['loss_guard', 6]);
});
