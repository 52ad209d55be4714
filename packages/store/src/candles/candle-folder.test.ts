// Tests the folder of recorded candles: files and lists of months, replaced months, damaged and foreign files.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCandleFolder, type CandleFolder } from './candle-folder.ts';
import { decompressCandles, isCompact } from './compact-file.ts';

const series = { source: 'sandbox', instrumentId: 'ETH-USDT-SWAP', bar: '15m' } as const;
const facts = { candles: 2, firstAt: 1, lastAt: 2, missing: 0, tickSz: '0.01', isClosed: true };

let place = '';
let folder: CandleFolder;
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'rondo-candles-'));
  folder = openCandleFolder(place);
});
afterEach(() => rm(place, { recursive: true, force: true }));

const write = (month: string, text: string) => folder.write(series, { ...facts, month, encoded: Buffer.from(text) });

test('a folder that does not exist has no series and no months', async () => {
  const missing = openCandleFolder(path.join(place, 'none'));
  expect([await missing.list(), await missing.months(series), await missing.bytes()]).toEqual([[], [], 0]);
});

test('written months are listed in time order, and their files contain the written bytes', async () => {
  const second = await write('2026-02', 'second');
  const first = await write('2026-01', 'first');
  expect(await folder.months(series)).toEqual([first, second]);
  expect(await folder.list()).toEqual([series]);
  expect(await folder.bytes()).toBe(first.bytes + second.bytes);
  const file = await folder.read(series, second);
  expect(file !== null && isCompact(file) && decompressCandles(file, 100).toString()).toBe('second');
  expect((await readdir(path.join(place, 'sandbox/ETH-USDT-SWAP/15m'))).toSorted()).toEqual([
    '2026-01.candles',
    '2026-02.candles',
    'months.json',
  ]);
});

test('a replaced month has a new hash, and the old hash is not found', async () => {
  const old = await write('2026-01', 'old');
  const replaced = await write('2026-01', 'replaced');
  expect(await folder.months(series)).toEqual([replaced]);
  expect(await folder.read(series, old)).toBeNull();
});

test('a damaged file is not returned, and a damaged list counts as empty', async () => {
  const month = await write('2026-01', 'text');
  await writeFile(path.join(place, 'sandbox/ETH-USDT-SWAP/15m/2026-01.candles'), 'damaged');
  expect(await folder.read(series, month)).toBeNull();
  await writeFile(path.join(place, 'sandbox/ETH-USDT-SWAP/15m/months.json'), '[{"month":"2026-01"}');
  expect(await folder.months(series)).toEqual([]);
  await writeFile(path.join(place, 'sandbox/ETH-USDT-SWAP/15m/months.json'), '[{"month":"../../secret"}]');
  expect(await folder.months(series)).toEqual([]);
});

test('a name with the characters of a path is refused', async () => {
  await expect(folder.months({ ...series, instrumentId: '../other' })).rejects.toThrow('is not a name');
  expect(await folder.read(series, { month: '../months.json', hash: '' })).toBeNull();
});
