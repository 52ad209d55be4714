// Compares distances from ATR with their controls: one fixed distance, distances that are drawn at random, and no round (decision 45). The verdict is made
// by rule from the numbers.
import { compareFractions, formatDecimal, ratioToPercent, type Ratio } from '@rondo/decimal';
import type { BacktestConfig } from '../config/config.ts';
import type { CandleIndex } from '../fast/search/candle-index.ts';
import { entryControls } from '../limits.ts';
import { atrReadings, readingDistances } from './atr-readings.ts';
import {
  bandOf,
  judgeControls,
  resultOf,
  runOf,
  type BandedRun,
  type ControlRun,
  type ControlVerdict,
  type RandomControls,
} from './control-runs.ts';

/**
 * Distances from ATR beside their controls (simulated). Every run opens its rounds at the same readings. `distance` is the median of the distances of all readings
 * in percent, and every round of `fixed` has it. Each round of a random control has the distance of a reading that is drawn at random. `asGood` is the number
 * of random controls that were at least as good as the distances from ATR. The verdict is `no_edge` also when the fixed distance was at least as good.
 */
export type DistanceComparison = {
  readonly atr: BandedRun;
  readonly fixed: BandedRun & { readonly distance: string };
  readonly random: RandomControls;
  readonly asGood: number;
  readonly verdict: ControlVerdict;
};

/** Returns the comparison, or null when the distance is fixed or the candles have no reading. Funding is not included. */
export function compareDistance(index: CandleIndex, config: BacktestConfig): DistanceComparison | null {
  return resultOf(walkDistanceComparison(index, config));
}

/** Simulates one run at a time, and returns what `compareDistance` returns. The caller may stop between two runs. */
export function* walkDistanceComparison(
  index: CandleIndex,
  config: BacktestConfig,
): Generator<undefined, DistanceComparison | null, undefined> {
  const distance = medianDistance(index, config);
  if (distance === null) return null;
  const atr = yield* bandOf(index, config);
  const fixed = yield* bandOf(index, { ...config, distanceControl: { kind: 'fixed', distance } });
  const controls: ControlRun[] = [];
  for (let seed = 1; seed <= entryControls.runs; seed += 1) {
    controls.push(runOf(index, { ...config, distanceControl: { kind: 'drawn', seed } }));
    yield;
  }
  const text = formatDecimal(ratioToPercent(distance, 2));
  const { verdict, ...judged } = judgeControls(atr, controls);
  const isFixedAsGood = fixed.net >= atr.net;
  return {
    atr,
    fixed: { ...fixed, distance: text },
    ...judged,
    verdict: verdict === 'edge' && isFixedAsGood ? 'no_edge' : verdict,
  };
}

function medianDistance({ candles }: CandleIndex, { bot }: BacktestConfig): Ratio | null {
  if (bot.atrMultiplier === undefined) return null;
  const readings = atrReadings(candles, bot.instrument);
  const distanceOf = readingDistances(readings, bot.atrMultiplier);
  const distances = [...readings.ends.keys()].flatMap((place) => distanceOf(place) ?? []).toSorted(compareFractions);
  return distances[Math.floor(distances.length / 2)] ?? null;
}
