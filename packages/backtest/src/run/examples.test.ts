// Tests the sixteen worked examples of the strategy. The simulation over recorded candles must give the fills of the examples.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { formatDecimal, type Decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { isRecorded, sharedFolder } from '../../../../tests/recordings.ts';
import { parseCandles } from '../csv/candle-csv.ts';
import { candlesIn, type CandleColumns } from '../candles/columns.ts';
import { parseBacktestConfig } from '../config/config.ts';
import { fillsToCsv, walkCandles } from '../walk/walk.ts';

const folder = join(sharedFolder, 'design', 'strategy-examples');
const names = isRecorded(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];

type Example = { readonly candles: string; readonly config: unknown; readonly expected: unknown };

test.skipIf(names.length === 0)('the folder of worked examples contains sixteen examples', () => {
  expect(names).toHaveLength(16);
});

test.each(names)(
  'the simulation of the worked example %s gives the fills and the summary of the example',
  { timeout: 120_000 },
  (name) => {
    const example = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Example; // Every example file has the fields of `Example`.
    const parsed = parseBacktestConfig(example.config);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
    const candles = readCandles(example.candles, parsed.config.bot.instrument.tickSz);
    const result = walkCandles({ config: parsed.config, candles: candlesIn(candles) });
    expect(
      firstDifference(fillsToCsv(result.rows), readGzip(join(folder, name.replace('.json', '.fills.csv.gz')))),
    ).toBeNull();
    expect(result.summary).toEqual(example.expected);
  },
);

const read = new Map<string, CandleColumns>();

/** Returns the candles of a file. Most examples share one file, so the candles are read only once. */
function readCandles(file: string, tickSz: Decimal): CandleColumns {
  const name = `${file} ${formatDecimal(tickSz)}`;
  const known = read.get(name);
  if (known !== undefined) return known;
  const parsed = parseCandles(readGzip(join(sharedFolder, file)), tickSz);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
  read.set(name, parsed.columns);
  return parsed.columns;
}

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
