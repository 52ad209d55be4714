// Tests of the comparison of an entry rule with its controls: the verdict on markets in which the rule has an edge, and on random markets.
import { seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { comparisonSentence } from '../../../../apps/cli/src/terminal/entry-comparison.ts';
import { sampleOf } from '../../../../tests/sample.ts';
import { configOf } from '../../tests/_market.ts';
import { makeColumns, type CandleColumns } from '../candles/columns.ts';
import { indexCandles } from '../fast/search/candle-index.ts';
import { entryControls } from '../limits.ts';
import { runBacktest } from '../run/run-backtest.ts';
import { fillRowsOf } from '../walk/fill-columns.ts';
import { compareEntry, type EntryComparison } from './compare-entry.ts';

/** A bot that is stopped when the price falls by 1 %, and that never enters its second step. */
const stopped = { stopLoss: '1', stepDistance: '5', martinSteps: 2, cyclicSteps: 0, leverage: '2' };
const rsi = { type: 'rsi', signal: { bar: '15m', level: 35 } };

/** Returns candles of five minutes. In each candle the logarithm of the price returns by the share `pull` to its start. With 0 the prices are a random walk. */
function marketOf(seed: string, pull: number): CandleColumns {
  const chance = seededChance(seed);
  const moves = 4;
  const candles = makeColumns(24_000);
  let [price, deviation] = [200_000, 0];
  for (let index = 0; index < candles.at.length; index += 1) {
    candles.at[index] = index * 300_000;
    candles.open[index] = price;
    let [high, low] = [price, price];
    for (let move = 0; move < moves; move += 1) {
      deviation += 0.0028 * (chance.next() + chance.next() - 1) - (pull * deviation) / moves;
      price = Math.round(200_000 * Math.exp(deviation));
      [high, low] = [Math.max(high, price), Math.min(low, price)];
    }
    candles.high[index] = high;
    candles.low[index] = low;
    candles.close[index] = price;
  }
  return candles;
}

function comparisonOf(candles: CandleColumns, entry: object = rsi): EntryComparison {
  const comparison = compareEntry(indexCandles(candles), configOf({ ...stopped, entry }));
  if (comparison === null) throw new Error('A configuration with a rule has a comparison.');
  return comparison;
}

const seeds = Array.from({ length: 100 }, (_, seed) => seed);

/** Returns the share of the markets about which the sentence says that RSI was better than each random entry. Every other sentence says that no edge was shown. */
function shareOfEdges(seedsOfMarkets: readonly number[], marketOfSeed: (seed: number) => CandleColumns): number {
  const sentences = seedsOfMarkets.map((seed) => comparisonSentence(comparisonOf(marketOfSeed(seed))));
  const edges = sentences.filter((sentence) => sentence.includes('the rule was better than each of'));
  const others = sentences.filter((sentence) => /^No demonstrated edge|too few for a comparison/.test(sentence));
  expect(edges.length + others.length).toBe(seedsOfMarkets.length);
  return edges.length / seedsOfMarkets.length;
}

test('the sentence finds the edge of RSI in at least 90 % of the markets whose prices return to their start, and finds none in at least 95 % of the random markets', () => {
  expect(shareOfEdges(sampleOf(seeds, 10), (seed) => marketOf(`return ${seed}`, 1 / 48))).toBeGreaterThanOrEqual(0.9);
  expect(shareOfEdges(sampleOf(seeds, 20), (seed) => marketOf(`random ${seed}`, 0))).toBeLessThanOrEqual(0.05);
}, 300_000);

test('the comparison has the figures of the rule, of rounds at once, and of random entries with about as many rounds', () => {
  const candles = marketOf('figures', 1 / 48);
  const comparison = comparisonOf(candles);
  for (const [run, config] of [
    [comparison.rule, configOf({ ...stopped, entry: rsi })],
    [comparison.always, configOf(stopped)],
  ] as const) {
    const { summary, fills } = runBacktest(candles, config);
    const openings = fillRowsOf(candles, config, fills).filter(({ kind, step }) => kind === 'entry' && step === 1);
    const net = Number(summary.netPnl) + Number(summary.unrealizedPnl);
    expect(run).toMatchObject({ net, rounds: openings.length, isLiquidated: false });
    expect(run.low).toBeLessThanOrEqual(net);
    expect(run.high).toBeGreaterThanOrEqual(net);
    expect(run.high).toBeGreaterThan(run.low);
  }
  const { runs, rounds, low, median, high } = comparison.random;
  expect(runs).toBe(entryControls.runs);
  expect(rounds / comparison.rule.rounds).toBeGreaterThan(0.75);
  expect(rounds / comparison.rule.rounds).toBeLessThan(1.25);
  expect([low, median, high].toSorted((a, b) => a - b)).toEqual([low, median, high]);
  expect(comparison.asGood === 0).toBe(comparison.rule.net > high);
});

test('a rule with too few rounds has no verdict about an edge, and a bot without a rule has no comparison', () => {
  const candles = marketOf('few', 1 / 48);
  const rare = { type: 'rsi', signal: { bar: '15m', level: 12 } };
  expect(comparisonOf(candles, rare)).toMatchObject({ verdict: 'too_few' });
  expect(compareEntry(indexCandles(candles), configOf(stopped))).toBeNull();
});
