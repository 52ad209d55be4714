// Tests of `rondo sweep`: rows that equal single runs, output files, cancellation, and refused input.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backtestConfigFields } from '@rondo/testkit';
import { newFolder, runHere, type Ran } from './_rondo.ts';

let folder = '';
let remove = (): void => undefined;
beforeEach(() => {
  ({ folder, remove } = newFolder());
  const rows = Array.from({ length: 500 }, (_, index) => {
    const price = 2_000 + Math.round(60 * Math.sin(index / 9));
    return [index * 60_000, price, price + 12, price - 12, price].join(',');
  });
  writeFileSync(path.join(folder, 'market.csv'), ['ts_ms,open,high,low,close', ...rows].join('\n'));
  writeFileSync(path.join(folder, 'bot.json'), JSON.stringify(backtestConfigFields));
});
afterEach(() => remove());

function sweep(...args: readonly string[]): Promise<Ran> {
  return runHere(folder, ['sweep', '--candles', 'market.csv', '--config', 'bot.json', ...args]);
}

type SweepOutput = {
  readonly configs: number;
  readonly skipped: number;
  readonly rows: readonly Record<string, unknown>[];
};
const parse = (text: string): SweepOutput => JSON.parse(text) as SweepOutput; // The command prints an object of this type.

test('the sweep prints one row for every combination, and the row equals the result of `rondo backtest` for this configuration', async () => {
  const ran = await sweep('--json', '--vary', 'takeProfit=0.3:0.5:0.1', '--vary', 'direction=long,short');
  expect(ran).toMatchObject({ code: 0, err: '' });
  const { rows } = parse(ran.out);
  expect(rows.map((row) => `${String(row['takeProfit'])} ${String(row['direction'])}`)).toEqual(
    ['0.3', '0.4', '0.5'].flatMap((each) => [`${each} long`, `${each} short`]),
  );
  writeFileSync(
    path.join(folder, 'bot.json'),
    JSON.stringify({ ...backtestConfigFields, takeProfit: '0.4', direction: 'short' }),
  );
  const single = await runHere(folder, ['backtest', '--candles', 'market.csv', '--config', 'bot.json', '--json']);
  const { netPnl, fills, rounds } = JSON.parse(single.out) as Record<string, unknown>; // The command prints an object.
  expect(rows[3]).toMatchObject({ netPnl, fills, rounds });
});

test('a sweep omits impossible combinations and prints their number, and a random sweep depends only on its seed', async () => {
  const grid = ['--vary', 'martinSteps=2,3', '--vary', 'cyclicSteps=0:2:1', '--json'];
  expect(parse((await sweep(...grid)).out)).toMatchObject({ configs: 5, skipped: 1 });
  const draw = async (seed: string): Promise<string> =>
    (await sweep('--json', '--vary', 'stepDistance=0.1:5:0.01', '--random', '20', '--seed', seed)).out;
  const [first, again, other] = [await draw('1'), await draw('1'), await draw('2')];
  expect(first).toBe(again);
  expect(first).not.toBe(other);
  expect(parse(first).rows).toHaveLength(20);
});

test('a random sweep has the requested number of configurations, although impossible combinations are omitted', async () => {
  const vary = ['--vary', 'martinSteps=2,3', '--vary', 'cyclicSteps=0:9:1'];
  const { configs, skipped } = parse((await sweep('--json', '--random', '20', ...vary)).out);
  expect(configs).toBe(20);
  expect(skipped).toBeGreaterThan(20);
});

test('the terminal shows only the best rows, and the output file has all rows as CSV or as JSON', async () => {
  const vary = ['--vary', 'takeProfit=0.3,0.4,0.5', '--top', '2', '--workers', '1'];
  const ran = await sweep(...vary, '--out', 'rows.csv');
  expect(ran.code).toBe(0);
  for (const text of ['SIMULATED  3 configurations', 'config  takeProfit  rounds', 'adverse', 'results, best to worst'])
    expect(ran.out).toContain(text);
  expect(ran.err).toContain('100 %');
  const lines = readFileSync(path.join(folder, 'rows.csv'), 'utf8').trim().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('config,direction,martinSteps');
  await sweep(...vary, '--out', 'rows.json');
  expect(parse(readFileSync(path.join(folder, 'rows.json'), 'utf8')).rows).toHaveLength(3);
});

test('a stopped sweep writes nothing and ends with exit code 1', async () => {
  const args = ['sweep', '--candles', 'market.csv', '--config', 'bot.json', '--vary', 'takeProfit=0.1:5:0.01'];
  const ran = await runHere(folder, [...args, '--out', 'rows.csv'], { stopped: Promise.resolve() });
  expect(ran).toMatchObject({ code: 1, out: '' });
  expect(ran.err).toContain('stopped: nothing was written');
  expect(readdirSync(folder)).toEqual(['bot.json', 'market.csv']);
});

test('a stopped sweep ends without waiting for its threads', async () => {
  const rows = Array.from({ length: 40_000 }, (_, index) => `${index * 60_000},2000,2030,1970,2000`);
  writeFileSync(path.join(folder, 'market.csv'), ['ts_ms,open,high,low,close', ...rows].join('\n'));
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const args = ['sweep', '--candles', 'market.csv', '--config', 'bot.json', '--vary', 'takeProfit=0.1:5:0.0001'];
  const ran = await runHere(folder, [...args, '--out', 'rows.csv'], { stopped, onErr: () => stop() });
  expect(ran).toMatchObject({ code: 1, out: '' });
  expect(readdirSync(folder)).toEqual(['bot.json', 'market.csv']);
});

test.each([
  [[], '--vary is missing'],
  [['--vary', 'profit=1'], '--vary must be FIELD=VALUES with one of the fields direction'],
  [['--vary', 'takeProfit'], '--vary must be FIELD=VALUES'],
  [['--vary', 'takeProfit=1:2'], 'a range is FROM:TO:STEP'],
  [['--vary', 'takeProfit=1:2:0'], 'a range is FROM:TO:STEP'],
  [['--vary', 'takeProfit=2:1:0.5'], '"2:1:0.5" starts above its end'],
  [['--vary', 'takeProfit=1,2', '--vary', 'takeProfit=3'], '--vary takeProfit is given twice'],
  [['--vary', ''], '--vary needs a value'],
  [['--vary', 'takeProfit=0,1'], '--vary: takeProfit must be above 0'],
  [['--vary', 'martinSteps=four'], '--vary: martinSteps must be a whole number'],
  [['--vary', 'compound=maybe'], '--vary: compound must be true or false'],
  [['--vary', 'cyclicSteps=9'], '--vary leaves no configuration'],
  [['--vary', 'takeProfit=0.00001:5:0.00001'], 'has too many values'],
  [['--vary', 'takeProfit=0.001:1:0.001', '--vary', 'stepDistance=0.001:1:0.001'], 'asks for 1000000 configurations'],
  [['--vary', 'takeProfit=1', '--out', 'rows.txt'], '--out must end in .csv or .json'],
  [['--vary', 'takeProfit=1', '--workers', '0'], '--workers must be a whole number'],
])('the arguments %j of `rondo sweep` are refused with exit code 2 and a message', async (args, sentence) => {
  const ran = await sweep(...args);
  expect(ran.err).toContain(sentence);
  expect(ran).toMatchObject({ code: 2, out: '' });
});
