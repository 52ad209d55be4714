// Tests of the re-entry jitter (strategy 8.4): worked draws, and equal results of every engine.
import { decimal } from '@rondo/decimal';
import { seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { madeUpSeries } from '../../../../tests/agreement/series.ts';
import { candlesIn, columnsOf, type CandleColumns } from '../candles/columns.ts';
import { runBacktest, type BacktestResult } from '../run/run-backtest.ts';
import { runSweep } from '../run/run-sweep.ts';
import { fillRowsOf } from './fill-columns.ts';
import { candlesOf, configOf } from '../../tests/_market.ts';
import { walkCandles } from './walk.ts';

/** Runs every engine and a sweep, expects equal results, and returns the result of the fast loop. */
function runAll(
  candles: CandleColumns,
  changes: Readonly<Record<string, unknown>>,
  fundingMinutes: readonly number[] = [],
): BacktestResult {
  const config = configOf(changes);
  const funding = fundingMinutes.map((minute) => ({ at: minute * 60_000 - 5, rate: decimal('0.0005') }));
  const fast = runBacktest(candles, config, { funding });
  for (const engine of ['reducer', 'scan'] as const) {
    const run = runBacktest(candles, config, { funding, engine });
    expect(run).toEqual({ ...fast, engine: run.engine });
  }
  expect(walkCandles({ config, candles: candlesIn(candles), funding }).summary).toEqual(fast.summary);
  const { summary, fingerprint } = fast;
  expect(runSweep(candles, [config], { funding }).rows).toEqual([{ config: 0, summary, fingerprint }]);
  return fast;
}

/** Returns the fills of step 1 and of exits as texts "minute kind price". */
function story(texts: readonly string[], changes: Readonly<Record<string, unknown>>): readonly string[] {
  const candles = columnsOf(candlesOf(...texts));
  const config = configOf(changes);
  return fillRowsOf(candles, config, runAll(candles, changes).fills).map(
    ({ ts, kind, price }) => `${ts / 60_000} ${kind} ${price}`,
  );
}

/** The price rises by 0.6 % within the first minute, so the base exit fills. */
const exitInFirst = ['2000 2012 2000 2012', ...Array.from({ length: 9 }, (_, place) => still(2001 + place))];

function still(price: number): string {
  return `${price} ${price} ${price} ${price}`;
}

test('the next round opens as taker at the close of the first later candle whose number is below the bound', () => {
  // The first three numbers of the seed 5 are 0.6898, 0.7727 and 0.2198. A mean of 0.05 hours is 3 candles, so the bound is 1/3.
  expect(story(exitInFirst, { reentryJitter: { seed: 5, meanHours: '0.05' } })).toEqual([
    '0 entry 2000',
    '0 exit 2010',
    '3 entry 2003',
  ]);
});

test('with a mean delay of at most one candle the next round opens at the close of the following candle', () => {
  const jitter = { seed: 1, meanHours: '0.01' };
  expect(story(exitInFirst, { reentryJitter: jitter })).toEqual(['0 entry 2000', '0 exit 2010', '1 entry 2001']);
});

test('the first round opens without a draw, and null and an absent field mean that the jitter is off', () => {
  const never = { seed: 1, meanHours: '8784' };
  expect(story([still(2000)], { reentryJitter: never })).toEqual(['0 entry 2000']);
  expect(story(exitInFirst, { reentryJitter: never })).toEqual(['0 entry 2000', '0 exit 2010']);
  expect(configOf({ reentryJitter: null })).not.toHaveProperty('reentryJitter');
  expect(configOf({ reentryJitter: never }).reentryJitter).toEqual({ seed: 1, meanHours: decimal('8784') });
});

const stopped = { stopLoss: '1', stepDistance: '5', reentryJitter: { seed: 3, meanHours: '0.01' } };
const guard = { firstWaitMinutes: 3, maxWaitMinutes: 60, stopsPerHour: 1_000, dayLossPercent: '1000' };

test('after a stop loss the first draw is at the close of the candle in which the wait of the loss guard ends', () => {
  const texts = ['2000 2000 1950 1950', ...Array.from({ length: 5 }, (_, place) => still(1951 + place))];
  const openings = (changes: Readonly<Record<string, unknown>>): string | undefined =>
    story(texts, { ...stopped, ...changes })[2];
  expect(openings({})).toBe('1 entry 1951');
  // The wait ends with the start of the candle of minute 3, so it ends inside the candle of minute 2.
  expect(openings({ lossGuard: { ...guard, firstWaitMinutes: 3 } })).toBe('3 entry 1953');
});

test('a wait of the loss guard that ends inside the candle of the stop loss causes no draw in this candle', () => {
  const minutes = candlesOf('2000 2000 1950 1960', still(1961), still(1962));
  const candles = columnsOf(minutes.map((candle) => ({ ...candle, at: candle.at * 5 })));
  const changes = {
    ...stopped,
    reentryJitter: { seed: 3, meanHours: '0.05' },
    lossGuard: { ...guard, firstWaitMinutes: 1 },
  };
  const rows = fillRowsOf(candles, configOf(changes), runAll(candles, changes).fills);
  expect(rows.map(({ ts, kind }) => `${ts / 300_000} ${kind}`)).toEqual(['0 entry', '0 stop', '1 entry']);
});

const market = madeUpSeries(seededChance('reentry jitter'), 3_000, 180_000).candles;

test.each([
  ['base exits', {}],
  ['stop losses', stopped],
  ['stop losses and a loss guard', { ...stopped, lossGuard: guard }],
  ['stop losses as rounds open, and a loss guard', { ...stopped, stopLoss: '0.01', lossGuard: guard }],
  ['a loss guard that locks the bot', { ...stopped, lossGuard: { ...guard, stopsPerHour: 0 } }],
])('every engine gives the result of the reducer for a bot with jitter and %s', (_, changes) => {
  for (const meanHours of ['0.01', '0.3', '6']) {
    const result = runAll(market, { ...changes, reentryJitter: { seed: 11, meanHours } }, [1, 3, 200, 1_600, 2_500]);
    expect(result.engine).toBe('indexed');
    expect(result.summary.fills).toBeGreaterThan(1);
  }
});

test('a bot whose budget is used up ends when a draw opens the next round', () => {
  const poor = { stopLoss: '20', slippage: '0.9', reentryJitter: stopped.reentryJitter };
  const result = runAll(columnsOf(candlesOf(still(2000), still(2000), still(2000))), poor);
  expect([result.summary.stopped, result.summary.candles]).toEqual(['below_min_size', 2]);
});
