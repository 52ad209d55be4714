// Runs the worked examples with `rondo backtest` and compares every fill and every figure with the example.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { isRecorded, sharedFolder } from '../../../tests/recordings.ts';
import { newFolder, runHere } from './_rondo.ts';

const examples = path.join(sharedFolder, 'design', 'strategy-examples');
const names = isRecorded(examples) ? readdirSync(examples).filter((name) => name.endsWith('.json')) : [];

const { folder, remove } = newFolder();
afterAll(remove);

type Example = { readonly candles: string; readonly config: unknown; readonly expected: Record<string, unknown> };

test.skipIf(names.length === 0)('all sixteen examples exist', () => {
  expect(names).toHaveLength(16);
});

test.each(names)('rondo backtest gives the fills and figures of worked example %s', async (name) => {
  const example = JSON.parse(readFileSync(path.join(examples, name), 'utf8')) as Example; // Every example file has the fields of `Example`.
  writeFileSync(path.join(folder, name), JSON.stringify(example.config));
  const candles = path.join(sharedFolder, example.candles);
  const fills = name.replace('.json', '.fills.csv');
  const args = ['--candles', candles, '--config', name, '--json', '--fills', fills];
  const ran = await runHere(folder, ['backtest', ...args]);
  expect(ran.err).toBe('');
  expect(ran.code).toBe(0);
  expect(ran.out.endsWith('}\n')).toBe(true);
  expect(JSON.parse(ran.out)).toMatchObject(example.expected);
  const expected = gunzipSync(readFileSync(path.join(examples, `${fills}.gz`))).toString('utf8');
  expect(readFileSync(path.join(folder, fills), 'utf8').trim().split('\n')).toEqual(expected.trim().split('\n'));
});
