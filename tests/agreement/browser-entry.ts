// The code that the agreement test runs in a browser and in Node. It returns the fingerprints and figures of the engines.
import { indexCandles, runBacktest, runSweep, type WalkSummary } from '@rondo/backtest';
import { seededChance } from '@rondo/testkit';
import { casesOf } from './compare.ts';
import { madeUpSeries, seriesOfText, type Series } from './series.ts';

/** The results of one configuration in the three engines, and its result in a sweep over all configurations. */
export type EngineResults = { readonly fingerprints: readonly number[]; readonly summaries: readonly WalkSummary[] };

/** Returns the results over candles that are generated from a seed. */
export function resultsFromSeed(seed: string, candles: number, cases: number): readonly EngineResults[] {
  return resultsOf(madeUpSeries(seededChance(seed), candles), cases);
}

/** Returns the results over the candles of a CSV text. */
export function resultsFromText(name: string, text: string, cases: number): readonly EngineResults[] {
  return resultsOf(seriesOfText(name, text), cases);
}

function resultsOf(series: Series, count: number): readonly EngineResults[] {
  const index = indexCandles(series.candles);
  const cases = casesOf(series, 0, count);
  const { rows } = runSweep(
    series.candles,
    cases.map((one) => one.config),
    { index },
  );
  return cases.map(({ config }, place) => {
    const runs = (['reducer', 'scan', 'indexed'] as const).map((engine) =>
      runBacktest(series.candles, config, { index, engine }),
    );
    const all = [...runs, ...rows.slice(place, place + 1)];
    return { fingerprints: all.map((run) => run.fingerprint), summaries: all.map((run) => run.summary) };
  });
}
