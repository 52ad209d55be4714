// Runs one configuration through every engine and reports the first difference.
import {
  entryProblem,
  indexCandles,
  runBacktest,
  runSweep,
  walkCandles,
  candlesIn,
  type BacktestConfig,
  type BacktestResult,
  type CandleIndex,
  type FundingRate,
} from '@rondo/backtest';
import { encode } from '@rondo/strategy';
import { seededChance, type SeededChance } from '@rondo/testkit';
import { randomConfig, randomRecorded } from './configurations.ts';
import type { Series } from './series.ts';

/** One configuration to compare. When `hasFunding` is true, the run books funding. */
export type Case = { readonly label: string; readonly config: BacktestConfig; readonly hasFunding: boolean };

/** The differences of a comparison, the number of fills of the reducer, and the number of configurations that the fast loop passed to the reducer. */
export type Agreement = { cases: number; fills: number; left: number; readonly differences: string[] };

/** Returns the cases of a series. The number of the first case is `first`. */
export function casesOf(series: Series, first: number, count: number): readonly Case[] {
  return Array.from({ length: count }, (_, place) => {
    const label = `${series.name}/${first + place}`;
    const chance = seededChance(label);
    const config = withRecorded(series, randomConfig(chance, series.market), chance.fork('recorded'));
    return { label, config: withPossibleEntry(series, config), hasFunding: chance.happens(0.3) };
  });
}

// The recorded signals use their own random generator, so that the other settings of a seed do not depend on them.
function withRecorded({ candles: { at } }: Series, config: BacktestConfig, chance: SeededChance): BacktestConfig {
  if (!chance.happens(0.15)) return config;
  const entry = randomRecorded(chance, at[0] ?? 0, at.at(-1) ?? 0);
  if (entry.source === 'webhook') return { ...config, entry };
  // A model chooses the distance of its rounds.
  const { atrMultiplier: _atrMultiplier, ...bot } = config.bot;
  return { ...config, bot, entry };
}

/**
 * Returns the configuration. The entry and the distance from ATR are left out when they cannot be computed on the candles, for example 5-minute bars on candles of
 * 4 hours. The distance from ATR is also left out on less than a day of candles, because it needs 14 hours and its bot would open no round.
 */
function withPossibleEntry({ candles: { at }, candles }: Series, config: BacktestConfig): BacktestConfig {
  const { atrMultiplier: _atrMultiplier, ...fixed } = config.bot;
  const isShort = (at.at(-1) ?? 0) - (at[0] ?? 0) < dayMs;
  const wanted = isShort ? { ...config, bot: fixed } : config;
  if (entryProblem(candles, wanted) === null) return wanted;
  const { entry: _entry, ...rest } = wanted;
  return { ...rest, bot: fixed };
}

const dayMs = 86_400_000;

const engines = ['indexed', 'scan'] as const;

/** Compares the engines over a series. The sweep runs all cases in one call, because it works on several configurations together. */
export function compareEngines(series: Series, cases: readonly Case[]): Agreement {
  const index = indexCandles(series.candles);
  const agreement: Agreement = { cases: cases.length, fills: 0, left: 0, differences: [] };
  const truths = cases.map((one) => run(series, index, { ...one, engine: 'reducer' }));
  for (const [place, one] of cases.entries()) {
    const truth = truths[place];
    if (truth === undefined) continue;
    agreement.fills += truth.fills.count;
    for (const engine of engines) {
      const result = run(series, index, { ...one, engine });
      if (result.engine === 'reducer') agreement.left += 1;
      note(agreement, { one, engine, found: difference(truth, result) });
    }
  }
  compareSweeps(series, { cases, truths }, agreement);
  return agreement;
}

/** Compares the reducer over every candle with the reducer that skips candles without an event. Returns null when the results are equal. */
export function compareWalks(series: Series, one: Case): string | null {
  const { funding } = fundingOf(series, one.hasFunding);
  const whole = walkCandles({
    config: one.config,
    candles: candlesIn(series.candles),
    ...(funding === undefined ? {} : { funding }),
  });
  const touched = runBacktest(series.candles, one.config, { ...fundingOf(series, one.hasFunding), engine: 'reducer' });
  if (JSON.stringify(whole.summary) !== JSON.stringify(touched.summary))
    return `${one.label}: the reducer over every candle and the reducer that skips candles return different figures`;
  const isSame = whole.fills.every(
    (fill, place) =>
      Number(fill.price) === touched.fills.price[place] &&
      Number(fill.lots) === touched.fills.lots[place] &&
      fill.at === series.candles.at[touched.fills.candle[place] ?? -1],
  );
  return isSame
    ? null
    : `${one.label}: the reducer over every candle and the reducer that skips candles return different fills`;
}

function compareSweeps(
  series: Series,
  run: { readonly cases: readonly Case[]; readonly truths: readonly BacktestResult[] },
  agreement: Agreement,
): void {
  for (const hasFunding of [false, true]) {
    const places = run.cases.flatMap((one, place) => (one.hasFunding === hasFunding ? [place] : []));
    const configs = places.flatMap((place) => run.cases[place]?.config ?? []);
    const { rows } = runSweep(series.candles, configs, fundingOf(series, hasFunding));
    for (const [order, place] of places.entries()) {
      const [one, truth, row] = [run.cases[place], run.truths[place], rows[order]];
      if (one === undefined || truth === undefined || row === undefined)
        throw new Error('The sweep returned no row for a configuration.');
      const isSame =
        row.fingerprint === truth.fingerprint && JSON.stringify(row.summary) === JSON.stringify(truth.summary);
      note(agreement, { one, engine: 'tiled', found: isSame ? null : JSON.stringify([truth.summary, row.summary]) });
    }
  }
}

function run(
  series: Series,
  index: CandleIndex,
  one: Case & { readonly engine: 'reducer' | 'scan' | 'indexed' },
): BacktestResult {
  return runBacktest(series.candles, one.config, {
    ...fundingOf(series, one.hasFunding),
    index,
    engine: one.engine,
  });
}

/** Returns the funding of a series when the run books funding. */
export function fundingOf(series: Series, hasFunding: boolean): { readonly funding?: readonly FundingRate[] } {
  return hasFunding ? { funding: series.funding } : {};
}

function note(agreement: Agreement, { one, engine, found }: { one: Case; engine: string; found: string | null }): void {
  if (found === null) return;
  agreement.differences.push(`${one.label} ${engine}: ${found}\n  ${JSON.stringify(encode(one.config))}`);
}

const columns = ['candle', 'kind', 'step', 'price', 'lots'] as const;

/** Returns the first different fill and the figures of both results. Returns null when the results are equal. */
function difference(truth: BacktestResult, result: BacktestResult): string | null {
  const isSame =
    truth.fingerprint === result.fingerprint && JSON.stringify(truth.summary) === JSON.stringify(result.summary);
  if (isSame) return null;
  let fill = 0;
  while (fill < truth.fills.count && columns.every((name) => truth.fills[name][fill] === result.fills[name][fill]))
    fill += 1;
  const values = columns.map((name) => `${name} ${result.fills[name][fill]} not ${truth.fills[name][fill]}`);
  return `fill ${fill}: ${values.join(', ')}; ${JSON.stringify(result.summary)} not ${JSON.stringify(truth.summary)}`;
}
