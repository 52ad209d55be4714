// `npm run agree -- --configs 10000 [--whole 500] [--files okx] [--from 0] [--threads 2] [--resume]` runs every engine over
// generated candles and over every recorded file, and compares the results.
import { availableParallelism } from 'node:os';
import { readCommandLine, readWholeNumber } from '../../tools/command-line/command-line.ts';
import { openSweepPool } from '../../apps/cli/src/sweep/sweep-pool.ts';
import { madeUpName, rowText, seriesNamed, stretchRange, type BatchResult, type BatchName } from './batches.ts';
import { openBatchLog } from './batch-log.ts';
import { openBatchThreads } from './batch-threads.ts';
import { casesOf } from './compare.ts';
import { recordedFiles } from './recorded-files.ts';
import type { Series } from './series.ts';

const usage =
  'Usage: npm run agree -- [--configs 200] [--whole N] [--from 0] [--files TEXT] [--threads N] [--resume]\n' +
  'Compares the fills of all implementations of the rules over generated candles and over the recorded files whose name contains TEXT.\n';
const values = readCommandLine(usage, {
  configs: { type: 'string', default: '200' },
  whole: { type: 'string' },
  from: { type: 'string', default: '0' },
  files: { type: 'string', default: '' },
  threads: { type: 'string', default: String(availableParallelism()) },
  resume: { type: 'boolean', default: false },
});
const configs = readWholeNumber('configs', values.configs, 1);
/** The number of configurations that every engine runs over all candles. The engines run the other configurations over a part of the candles. */
const whole = readWholeNumber('whole', values.whole ?? values.configs, 0);
const from = readWholeNumber('from', values.from, 0);
const threads = readWholeNumber('threads', values.threads, 1);
const perBatch = 50;
/** The number of generated series. These series are short, so each series gets only a share of the configurations. */
const madeUpCount = 20;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const log = openBatchLog(values.resume);
const pool = openBatchThreads(threads);
const names = [...Array.from({ length: madeUpCount }, (_, number) => madeUpName(number)), ...recordedFiles()];
const total = { configs: 0, files: 0, differences: 0 };
for (const name of names.filter((each) => each.includes(values.files))) await agreeOn(name);
await pool.close();
const verdict = total.differences === 0 ? 'all engines agree' : `${total.differences} differences`;
print(
  total.configs === 0
    ? 'Nothing was compared.'
    : `${total.configs} configurations over ${total.files} series: ${verdict}.`,
);
process.exitCode = total.configs > 0 && total.differences === 0 ? 0 : 1;

async function agreeOn(name: string): Promise<void> {
  const isMadeUp = !recordedFiles().includes(name);
  const count = isMadeUp ? Math.ceil(configs / madeUpCount) : configs;
  const batches = Array.from({ length: Math.ceil(count / perBatch) }, (_, place): BatchName => {
    const first = from + place * perBatch;
    return {
      series: name,
      first,
      count: Math.min(perBatch, from + count - first),
      isWhole: isMadeUp || first - from < whole,
    };
  });
  const open = batches.filter((batch) => log.find(batch) === undefined);
  const series = seriesNamed(name);
  if (open.length > 0) {
    const wholes = batches.filter(({ isWhole }) => isWhole);
    const rows = await workerRows(
      series,
      wholes.reduce((sum, batch) => sum + batch.count, 0),
    );
    const named = open.map((batch) => ({
      ...batch,
      rows: batch.isWhole ? rows.slice(batch.first - from, batch.first - from + batch.count) : null,
    }));
    await pool.walk(named, (result) => log.add(result));
  }
  report(
    series,
    batches.flatMap((batch) => log.find(batch) ?? []),
  );
}

/** Runs a sweep over all candles in worker threads. Returns one result for each of the first `count` configurations, in their sequence. */
async function workerRows(series: Series, count: number): Promise<readonly string[]> {
  const cases = casesOf(series, from, count);
  const rows = Array.from<string>({ length: count }).fill('');
  for (const hasFunding of [false, true]) {
    const places = cases.flatMap((one, place) => (one.hasFunding === hasFunding ? [place] : []));
    const workers = await openSweepPool(
      series.candles,
      hasFunding ? { funding: series.funding, workers: 2 } : { workers: 2 },
    );
    const swept = await workers.sweep(places.flatMap((place) => cases[place]?.config ?? []));
    for (const [order, row] of swept.rows.entries()) rows[places[order] ?? 0] = rowText(row);
    await workers.close();
  }
  return rows;
}

function report(series: Series, results: readonly BatchResult[]): void {
  const sum = (of: (result: BatchResult) => number): number => results.reduce((all, each) => all + of(each), 0);
  const count = sum((each) => each.count);
  const wholes = sum((each) => (each.isWhole ? each.count : 0));
  const differences = results.flatMap((each) => each.differences);
  for (const line of differences) print(line);
  total.configs += count;
  total.files += 1;
  total.differences += differences.length;
  const { least, most } = stretchRange(series);
  const stretches =
    count === wholes
      ? ''
      : `, and without the worker engine over ${least} to ${most} candles for ${count - wholes} configurations`;
  print(
    `${series.name}: the reducer and the scan, indexed, tiled and worker engines over all ${series.candles.at.length} candles ` +
      `for ${wholes} configurations${stretches}: ${sum((each) => each.fills)} fills, ` +
      `${sum((each) => each.left)} runs that the fast loop passed to the reducer; ${differences.length} differences`,
  );
}
