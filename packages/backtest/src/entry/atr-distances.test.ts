// Tests of the step distances from ATR: the distance of each round, the rounds that open, and equal results of every engine.
import { decimal, formatDecimal, ratioToPercent, type Ratio } from '@rondo/decimal';
import { createBarFeed, priceOf, readingsOf } from '@rondo/signals';
import { atrStepDistance } from '@rondo/strategy';
import { seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { madeUpSeries } from '../../../../tests/agreement/series.ts';
import { configOf } from '../../tests/_market.ts';
import { candlesIn, type CandleColumns } from '../candles/columns.ts';
import type { BacktestConfig } from '../config/config.ts';
import { runBacktest, type BacktestResult } from '../run/run-backtest.ts';
import { runSweep } from '../run/run-sweep.ts';
import { fillRowsOf } from '../walk/fill-columns.ts';
import { walkCandles } from '../walk/walk.ts';
import { entryProblem, signalCandlesOf, signalDistancesOf } from './signal-candles.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function atrConfig(changes: Readonly<Record<string, unknown>> = {}): BacktestConfig {
  return configOf({ stepDistance: null, atrMultiplier: '1.5', ...changes });
}

/** Returns 5,000 minutes of a random walk, without the minutes in `missing`. */
function market(seed: string, start = 180_000, missing: readonly number[] = []): CandleColumns {
  const { candles } = madeUpSeries(seededChance(seed), 5_000, start);
  if (missing.length === 0) return candles;
  const without = <T extends Float64Array | Int32Array>(values: T): T =>
    values.filter((_, minute) => !missing.includes(minute)) as T; // A filter of a typed array has the type of the array.
  const { at, open, high, low, close } = candles;
  return { at: without(at), open: without(open), high: without(high), low: without(low), close: without(close) };
}

/** Runs every engine and a sweep, expects equal results, and returns the result of the fast loop. */
function runAll(candles: CandleColumns, config: BacktestConfig): BacktestResult {
  const fast = runBacktest(candles, config);
  expect(fast.engine).toBe('indexed');
  for (const engine of ['reducer', 'scan'] as const) {
    const run = runBacktest(candles, config, { engine });
    expect(run).toEqual({ ...fast, engine: run.engine });
  }
  expect(walkCandles({ config, candles: candlesIn(candles) }).summary).toEqual(fast.summary);
  const { summary, fingerprint } = fast;
  expect(runSweep(candles, [config]).rows).toEqual([{ config: 0, summary, fingerprint }]);
  return fast;
}

/** Returns the distances in percent that the bars of `createBarFeed` give, by the closing time of their bars. */
function distancesByTime(candles: CandleColumns, multiplier: string): ReadonlyMap<number, string> {
  const feed = createBarFeed({ candleMs: minuteMs, barMs: hourMs });
  const tickSz = decimal('0.01');
  for (const [minute, openedAt] of candles.at.entries())
    feed.add({
      openedAt,
      high: priceOf(candles.high[minute] ?? 0, tickSz),
      low: priceOf(candles.low[minute] ?? 0, tickSz),
      close: priceOf(candles.close[minute] ?? 0, tickSz),
      isClosed: true,
    });
  return new Map(
    feed.segments().flatMap((bars) =>
      readingsOf({ kind: 'atr', length: 14 }, bars, 'long').flatMap(({ openedAt, values }, bar) => {
        const [atr = null] = values;
        const { close } = bars[bar] ?? { close: 0 };
        if (atr === null) return [];
        const value = { atr: decimal(String(atr)), close: decimal(String(close)) };
        return [[openedAt + hourMs, percentOf(atrStepDistance(value, decimal(multiplier)))] as const];
      }),
    ),
  );
}

function percentOf(distance: Ratio | null): string {
  return distance === null ? '' : formatDecimal(ratioToPercent(distance, 12));
}

test('with distances from ATR a round opens at the close of a bar of one hour, and its steps have the distance of this bar', () => {
  const candles = market('distance');
  const config = atrConfig({ atrMultiplier: '0.3' });
  const known = distancesByTime(candles, '0.3');
  const rows = fillRowsOf(candles, config, runAll(candles, config).fills);
  const openings = rows.filter(({ kind, step }) => kind === 'entry' && step === 1);
  expect(openings.length).toBeGreaterThan(5);
  for (const opening of openings) {
    const closedAt = opening.ts + minuteMs;
    const distance = Number(known.get(closedAt)) / 100;
    const from = rows.indexOf(opening);
    const second = rows[from + 1];
    if (second?.kind !== 'entry') continue;
    // A buy rounds down to the tick.
    expect(Number(second.price)).toBeCloseTo(Math.floor(Number(opening.price) * (1 - distance) * 100) / 100, 9);
  }
  const distances = new Set(openings.map(({ ts }) => known.get(ts + minuteMs)));
  expect(distances.size).toBeGreaterThan(3);
});

test('a round opens only at a reading of the newest closed bar, also with the signals of a rule', () => {
  // Minute 3,100 is missing, so the bar of its hour does not exist, and the warm-up of ATR begins again.
  const candles = market('gap', 180_000, [3_100]);
  const known = distancesByTime(candles, '1.5');
  const entries = [undefined, { type: 'rsi', signal: { bar: '5m', level: 45, when: 'while' } }];
  for (const entry of entries) {
    const config = atrConfig(entry === undefined ? {} : { entry });
    const signals = signalCandlesOf(candles, config) ?? new Int32Array();
    const distances = signalDistancesOf(candles, config);
    expect(signals.length).toBeGreaterThan(10);
    for (const candle of signals) {
      const now = (candles.at[candle] ?? 0) + minuteMs;
      const newest = Math.floor(now / hourMs) * hourMs;
      expect(percentOf(distances(candle))).toBe(known.get(newest));
    }
    expect([...signals].some((candle) => (candles.at[candle] ?? 0) > 3_100 * minuteMs)).toBe(true);
    expect([...signals].every((candle) => Math.abs((candles.at[candle] ?? 0) / minuteMs - 3_300) > 180)).toBe(true);
    runAll(candles, config);
  }
});

test.each([
  ['a short', { direction: 'short' }],
  ['many steps', { martinSteps: 9, cyclicSteps: 3, atrMultiplier: '0.4' }],
  [
    'slippage, jitter and a stop loss',
    { slippage: '0.0007', reentryJitter: { seed: 4, meanHours: '1' }, stopLoss: '3' },
  ],
  ['a random entry', { entry: { type: 'ichimoku', signal: { bar: '5m' } } }],
  [
    'a loss guard',
    { stopLoss: '0.5', lossGuard: { firstWaitMinutes: 7, maxWaitMinutes: 60, stopsPerHour: 5, dayLossPercent: '40' } },
  ],
])('every engine has equal fills with distances from ATR and %s', (_name, changes) => {
  const fills = ['one', 'two'].map((seed) => runAll(market(seed), atrConfig(changes)).summary.fills);
  expect(Math.min(...fills)).toBeGreaterThan(3);
});

test('a round whose steps would have one price does not open, and a later reading with a larger distance opens the next round', () => {
  // At a price near 3 with a tick of 0.01, a small distance puts two steps on one tick.
  const candles = market('coarse', 300);
  const config = atrConfig({ atrMultiplier: '0.1', allocation: '1000000' });
  const { facts, state } = walkCandles({ config, candles: candlesIn(candles) });
  const kinds = facts.map(({ fact }) => fact.kind).filter((kind) => kind === 'planRefused' || kind === 'roundOpened');
  expect(new Set(kinds).size).toBe(2);
  expect(kinds.lastIndexOf('roundOpened')).toBeGreaterThan(kinds.indexOf('planRefused'));
  expect(state.status).toBe('active');
  const fast = runBacktest(candles, config);
  expect(runBacktest(candles, config, { engine: 'reducer' })).toEqual({ ...fast, engine: 'reducer' });
});

test('the problem of candles that make no bar of one hour is named', () => {
  const hours = { ...market('problem'), at: Float64Array.from({ length: 5_000 }, (_, at) => at * 4 * hourMs) };
  expect(entryProblem(hours, atrConfig())).toContain('atrMultiplier needs bars of 1H');
  expect(entryProblem(market('problem'), atrConfig())).toBeNull();
});
