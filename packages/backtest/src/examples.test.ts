// The proof of the strategy: the sixteen worked examples, fill by fill, against recorded candles.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parseCandles } from './candle-csv.ts';
import { candlesIn } from './columns.ts';
import { parseBacktestConfig } from './config.ts';
import { fillsToCsv, walkCandles } from './walk.ts';

const repository = resolve(import.meta.dirname, '../../..');
const shared = resolve(repository, process.env['RONDO_TEST_DATA'] ?? '../shared/data', '..');
const folder = join(shared, 'design', 'strategy-examples');
const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
if (names.length === 0)
  console.warn(`SKIPPED: no worked examples in ${folder}; set RONDO_TEST_DATA to the recorded data`);

type Example = { readonly candles: string; readonly config: unknown; readonly expected: unknown };

test.skipIf(names.length === 0)('the folder of worked examples holds all sixteen', () => {
  expect(names).toHaveLength(16);
});

test.each(names)('the walk of worked example %s gives the same fills and summary', { timeout: 120_000 }, (name) => {
  const example = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Example; // the documents' own shape
  const parsed = parseBacktestConfig(example.config);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
  const candles = parseCandles(readGzip(join(shared, example.candles)), parsed.config.bot.instrument.tickSz);
  if (!candles.ok) throw new Error(JSON.stringify(candles.refusal));
  const result = walkCandles({ config: parsed.config, candles: candlesIn(candles.columns) });
  expect(
    firstDifference(fillsToCsv(result.rows), readGzip(join(folder, name.replace('.json', '.fills.csv.gz')))),
  ).toBeNull();
  expect(result.summary).toEqual(example.expected);
});

function firstDifference(actual: string, expected: string): { line: number; actual: string; expected: string } | null {
  const [left, right] = [actual.trim().split('\n'), expected.trim().split('\n')];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    if (left[index] !== right[index])
      return { line: index + 1, actual: left[index] ?? '', expected: right[index] ?? '' };
  }
  return null;
}

function readGzip(path: string): string {
  return gunzipSync(readFileSync(path)).toString('utf8');
}
