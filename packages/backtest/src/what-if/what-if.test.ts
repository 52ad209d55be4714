// Tests the what-if: its main run and its band, equal results of both searches, and the points of the equity line.
import { seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { madeUpSeries } from '../../../../tests/agreement/series.ts';
import { configOf } from '../../tests/_market.ts';
import { indexCandles } from '../fast/search/candle-index.ts';
import { reportBacktest } from '../report/report.ts';
import { bracketOf, runBacktest } from '../run/run-backtest.ts';
import { walkWhatIf, whatIf } from './what-if.ts';

const { candles } = madeUpSeries(seededChance('what-if'), 4_000, 200_000);
const safe = configOf({ leverage: '2', investmentRatio: '5' });
const risky = configOf({ leverage: '20', investmentRatio: '100', stepDistance: '0.2' });

test('the main run has the figures of the back-test, and the band has every path with and without eight seeds', () => {
  const index = indexCandles(candles);
  const result = whatIf(index, safe);
  const run = runBacktest(candles, safe);
  const report = reportBacktest(candles, safe, { run });
  const net = Number(run.summary.netPnl) + Number(run.summary.unrealizedPnl);
  expect(result.main).toMatchObject({
    path: 'byClose',
    seed: null,
    net,
    rounds: run.summary.rounds,
    worstFall: report.maxDrawdownOpen,
    timeInMarketShare: report.timeInMarketShare,
    isLiquidated: false,
  });
  expect(result.runs).toHaveLength(27);
  expect(new Set(result.runs.map(({ path, seed }) => `${path} ${seed}`)).size).toBe(27);
  const bracket = bracketOf(candles, safe);
  for (const { path, seed, rounds } of result.runs) if (seed === null) expect(rounds).toBe(bracket[path].rounds);
});

test('the points end with the result of the run, and the band contains the line', () => {
  const result = whatIf(indexCandles(candles), safe);
  expect(result.at).toHaveLength(240);
  expect(result.at.at(-1)).toBe(candles.at.at(-1));
  const years = (result.toAt - result.fromAt) / (365.25 * 24 * 3_600_000);
  expect(result.main.netPerYear).toBeCloseTo(result.main.net / years, 6);
  expect(result.equity.at(-1)).toBeCloseTo(result.main.net, 6);
  for (const [place, value] of result.equity.entries()) {
    expect(result.low[place]).toBeLessThanOrEqual(value);
    expect(result.high[place]).toBeGreaterThanOrEqual(value);
  }
  const nets = result.runs.map(({ net }) => net);
  expect(result.low.at(-1)).toBeCloseTo(Math.min(...nets), 6);
  expect(result.high.at(-1)).toBeCloseTo(Math.max(...nets), 6);
});

test('a liquidated run ends early, has a mark, and keeps its result in later points', () => {
  const result = whatIf(indexCandles(candles), risky);
  expect(result.main.isLiquidated).toBe(true);
  const [mark] = result.main.marks.slice(-1);
  expect(mark?.kind).toBe('liquidation');
  expect(result.main.livedMs).toBe((mark?.at ?? 0) - result.fromAt);
  expect(result.main.netPerYear).toBeNull();
  expect(result.equity.at(-1)).toBeCloseTo(result.main.net, 6);
});

test('the search without WebAssembly gives the identical result', () => {
  for (const config of [safe, risky])
    expect(whatIf(indexCandles(candles, 'plain'), config)).toEqual(whatIf(indexCandles(candles), config));
});

test('the first result has only the main run, and each further result has one more run', () => {
  const counts = [...walkWhatIf(indexCandles(candles), safe)].map(({ runs }) => runs.length);
  expect(counts).toEqual(Array.from({ length: 27 }, (_, place) => place + 1));
});

test('a configuration with jitter is the main run and is not repeated in the band', () => {
  const jittered = configOf({ leverage: '2', investmentRatio: '5', reentryJitter: { seed: 3, meanHours: '3' } });
  const { main, runs } = whatIf(indexCandles(candles), jittered);
  expect(main.seed).toBe(3);
  expect(runs).toHaveLength(27);
  expect(runs.filter(({ path, seed }) => path === 'byClose' && seed === 3)).toHaveLength(1);
});
