// Tests of the comparison of distances from ATR with their controls: the verdict on markets in which the distance matters, and on random markets.
import { percent, percentToRatio } from '@rondo/decimal';
import { seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { sampleOf } from '../../../../tests/sample.ts';
import { configOf } from '../../tests/_market.ts';
import { makeColumns, type CandleColumns } from '../candles/columns.ts';
import { indexCandles } from '../fast/search/candle-index.ts';
import { entryControls } from '../limits.ts';
import { runBacktest } from '../run/run-backtest.ts';
import { compareDistance, type DistanceComparison } from './compare-distance.ts';

const fiveMinutesMs = 300_000;
const candlesOfSpell = 2 * 288;

/** The largest part of the price by which a quarter of a candle moves it, in a calm and in a wild spell, and in a random walk. */
const [calm, wild, steady] = [0.0005, 0.009, 0.003];

/** A bot that is stopped when a full ladder falls far. */
const bot = {
  stepDistance: null,
  atrMultiplier: '1.5',
  stopLoss: '4',
  takeProfit: '0.3',
  martinSteps: 4,
  cyclicSteps: 0,
  leverage: '4',
};

/**
 * Returns candles of five minutes. With `pull`, prices return to their start, and each fourth spell of two days is wild, so the deviations grow with the volatility. Without it,
 * the prices are a random walk of one volatility.
 */
function marketOf(seed: string, pull: number, count = 16_000): CandleColumns {
  const chance = seededChance(seed);
  const candles = makeColumns(count);
  let [price, deviation, size] = [200_000, 0, steady];
  for (let index = 0; index < candles.at.length; index += 1) {
    if (pull > 0) size = Math.floor(index / candlesOfSpell) % 4 === 3 ? wild : calm;
    candles.at[index] = index * fiveMinutesMs;
    candles.open[index] = price;
    let [high, low] = [price, price];
    for (let move = 0; move < 4; move += 1) {
      deviation += size * (chance.next() + chance.next() - 1) - (pull * deviation) / 4;
      price = Math.round(200_000 * Math.exp(deviation));
      [high, low] = [Math.max(high, price), Math.min(low, price)];
    }
    candles.high[index] = high;
    candles.low[index] = low;
    candles.close[index] = price;
  }
  return candles;
}

function comparisonOf(candles: CandleColumns, changes: Readonly<Record<string, unknown>> = {}): DistanceComparison {
  const comparison = compareDistance(indexCandles(candles), configOf({ ...bot, ...changes }));
  if (comparison === null) throw new Error('A configuration with distances from ATR has a comparison.');
  return comparison;
}

const seeds = Array.from({ length: 40 }, (_, seed) => seed);

test('distances from ATR have an advantage in at least 90 % of the markets whose deviations grow with the volatility', () => {
  const markets = sampleOf(seeds, 1);
  const edges = markets.filter((seed) => comparisonOf(marketOf(`return ${seed}`, 1 / 24)).verdict === 'edge');
  expect(edges.length / markets.length).toBeGreaterThanOrEqual(0.9);
});

test('distances from ATR have no advantage in at least 90 % of the random markets', () => {
  const markets = sampleOf(seeds, 1);
  const edges = markets.filter((seed) => comparisonOf(marketOf(`random ${seed}`, 0)).verdict === 'edge');
  // One market in forty has an advantage by chance, also in a small sample.
  expect(edges.length).toBeLessThanOrEqual(Math.max(1, markets.length * 0.1));
});

test('the comparison has the figures of the distances from ATR, of one fixed distance, and of random distances with rounds at the same readings', () => {
  const candles = marketOf('figures', 1 / 24, 3_000);
  const comparison = comparisonOf(candles);
  const { summary } = runBacktest(candles, configOf(bot));
  expect(comparison.atr.net).toBe(Number(summary.netPnl) + Number(summary.unrealizedPnl));
  expect(comparison.atr.low).toBeLessThanOrEqual(comparison.atr.net);
  expect(comparison.atr.high).toBeGreaterThan(comparison.atr.low);
  const { distance, net } = comparison.fixed;
  const distanceControl = { kind: 'fixed', distance: percentToRatio(percent(distance)) } as const;
  const fixed = runBacktest(candles, { ...configOf(bot), distanceControl }, { engine: 'reducer' }).summary;
  expect(net).toBe(Number(fixed.netPnl) + Number(fixed.unrealizedPnl));
  expect(net).not.toBe(comparison.atr.net);
  const { runs, low, median, high } = comparison.random;
  expect(runs).toBe(entryControls.runs);
  expect([low, median, high].toSorted((a, b) => a - b)).toEqual([low, median, high]);
  expect(high).toBeGreaterThan(low);
  expect(comparison.asGood === 0).toBe(comparison.atr.net > high);
  expect(comparison.verdict).toBe(comparison.atr.net > Math.max(high, net) ? 'edge' : 'no_edge');
});

test('few rounds are too few for a verdict, and a fixed distance has no comparison', () => {
  const candles = marketOf('short', 0, 400);
  expect(comparisonOf(candles).verdict).toBe('too_few');
  expect(compareDistance(indexCandles(candles), configOf())).toBeNull();
});
