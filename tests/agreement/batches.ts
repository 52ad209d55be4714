// Runs one batch of `npm run agree`: some configurations over one series, with every implementation of the back-test.
import { indexCandles, runBacktest, runSweep, type CandleIndex, type SweepRow } from '@rondo/backtest';
import { seededChance } from '@rondo/testkit';
import { casesOf, compareEngines, compareWalks, fundingOf, type Case } from './compare.ts';
import { recordedSeries } from './recorded-files.ts';
import { madeUpSeries, type Series } from './series.ts';

/** The configurations of a series. When `isWhole` is true, every engine runs over all candles. Otherwise the engines run over a part that depends on the batch. */
export type BatchName = {
  readonly series: string;
  readonly first: number;
  readonly count: number;
  readonly isWhole: boolean;
};

/** A batch to run. `rows` has the results of a sweep in worker threads (the worker engine) over all candles. It is null when the batch runs over a part. */
export type Batch = BatchName & { readonly rows: readonly string[] | null };

/** The result of a batch. `fills` is the number of fills of the reducer. `left` is the number of configurations that the fast loop passed to the reducer. */
export type BatchResult = BatchName & {
  readonly fills: number;
  readonly left: number;
  readonly differences: readonly string[];
};

const madeUp = 'made-up ';

/** Returns the name of the generated series with this number. */
export function madeUpName(number: number): string {
  return `${madeUp}${number}`;
}

/** Returns the series with this name, which is a recorded file or a generated series. */
export function seriesNamed(name: string): Series {
  if (!name.startsWith(madeUp)) return recordedSeries(name);
  return { ...madeUpSeries(seededChance(`agree ${name}`), 3_000), name };
}

/** Returns the smallest and the largest number of candles in a part of a series. A part is long enough for many rounds. */
export function stretchRange({ candles }: Series): { readonly least: number; readonly most: number } {
  const count = candles.at.length;
  const least = Math.min(count, 1_000);
  return { least, most: Math.max(least, Math.min(count >> 2, 8_000)) };
}

/** Returns the fingerprint and the figures as one text. */
export function rowText({ fingerprint, summary }: Pick<SweepRow, 'fingerprint' | 'summary'>): string {
  return `${fingerprint} ${JSON.stringify(summary)}`;
}

/** Runs a batch with the reducer and with every fast engine, and returns the differences. */
export function runBatch(series: Series, { rows, ...name }: Batch): BatchResult {
  const cases = casesOf(series, name.first, name.count);
  const walked = name.isWhole ? series : stretchOf(series, name.first);
  const { fills, left, differences } = compareEngines(walked, cases);
  const [first] = cases;
  const walks = first === undefined ? null : compareWalks(walked, first);
  return {
    ...name,
    fills,
    left,
    differences: [
      ...differences,
      ...(walks === null ? [] : [walks]),
      ...(rows === null ? [] : compareWithRows(series, cases, rows)),
    ],
  };
}

/** Compares the fast engines over all candles with the results of the worker engine. */
function compareWithRows(series: Series, cases: readonly Case[], rows: readonly string[]): readonly string[] {
  const index = indexCandles(series.candles);
  const tiled = tiledRows(series, index, cases);
  return cases.flatMap(({ label, config, hasFunding }, place) => {
    const options = { ...fundingOf(series, hasFunding), index };
    const alone = (['indexed', 'scan'] as const).map((engine) =>
      rowText(runBacktest(series.candles, config, { ...options, engine })),
    );
    const results = [...alone, tiled[place]];
    if (results.every((result) => result === rows[place])) return [];
    return [`${label} over all candles: ${results.join(', ')}; by a worker ${rows[place]}`];
  });
}

/** Runs all configurations in two sweeps: the cases without funding, and the cases with funding. */
function tiledRows(series: Series, index: CandleIndex, cases: readonly Case[]): readonly string[] {
  const rows = Array.from<string>({ length: cases.length }).fill('');
  for (const hasFunding of [false, true]) {
    const places = cases.flatMap((one, place) => (one.hasFunding === hasFunding ? [place] : []));
    const configs = places.flatMap((place) => cases[place]?.config ?? []);
    const swept = runSweep(series.candles, configs, { ...fundingOf(series, hasFunding), index });
    for (const [order, row] of swept.rows.entries()) rows[places[order] ?? 0] = rowText(row);
  }
  return rows;
}

function stretchOf(series: Series, first: number): Series {
  const chance = seededChance(`${series.name} stretch ${first}`);
  const count = series.candles.at.length;
  const { least, most } = stretchRange(series);
  const length = chance.between(least, most);
  const from = chance.between(0, count - length);
  const { at, open, high, low, close } = series.candles;
  const part = <Column extends Float64Array | Int32Array>(column: Column): Column =>
    column.subarray(from, from + length) as Column; // A part of a typed array has the type of the whole array.
  const candles = { at: part(at), open: part(open), high: part(high), low: part(low), close: part(close) };
  return { ...series, candles };
}
