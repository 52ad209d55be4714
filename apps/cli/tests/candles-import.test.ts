// Tests of `rondo candles import` and `rondo candles status`: stored months, gaps, replaced months, and refused files.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newFolder, runHere, type Ran } from './_rondo.ts';

let folder = '';
let remove = (): void => undefined;
beforeEach(() => {
  ({ folder, remove } = newFolder());
});
afterEach(() => remove());

const barMs = 900_000;

function candles(...args: readonly string[]): Promise<Ran> {
  return runHere(folder, ['candles', ...args]);
}

function writeCsv(name: string, [fromAt, price]: readonly [number, string], places: readonly number[]): void {
  const rows = places.map((place) => `${fromAt + place * barMs},${price},${price},${price},${price},1`);
  writeFileSync(path.join(folder, name), ['ts_ms,open,high,low,close,volume', ...rows].join('\n'));
}

test('an import stores the candles month by month, and the status lists them with their gaps', async () => {
  expect((await candles('status')).out).toContain('no candles are stored');
  writeCsv('eth.csv', [Date.UTC(2026, 0, 31, 23), '2000.5'], [0, 1, 2, 3, 4, 5, 7]);
  const ran = await candles('import', '--file', 'eth.csv', '--symbol', 'ETH-USDT-SWAP');
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(ran.out).toBe('7 candles of ETH-USDT-SWAP in 2 months stored, 1 missing\n');
  expect(readdirSync(path.join(folder, 'stored/imported/ETH-USDT-SWAP/15m'))).toEqual([
    '2026-01.candles',
    '2026-02.candles',
    'months.json',
  ]);
  const status = JSON.parse((await candles('status', '--json')).out);
  expect(status.series).toMatchObject([
    {
      source: 'imported',
      instrumentId: 'ETH-USDT-SWAP',
      bar: '15m',
      months: [
        { month: '2026-01', candles: 4, missing: 0, tickSz: '0.1', isClosed: true },
        { month: '2026-02', candles: 3, missing: 1, tickSz: '0.1', isClosed: false },
      ],
    },
  ]);
  const person = await candles('status');
  expect(person.out).toMatch(
    /imported +ETH-USDT-SWAP +15m +2 +2026-01-31 23:00:00 UTC +2026-02-01 00:45:00 UTC +7 +1 +0\.1/,
  );
  const info = await candles('info', 'stored/imported/ETH-USDT-SWAP/15m/2026-02.candles', '--json');
  expect(JSON.parse(info.out)).toMatchObject({ candles: 3, lowest: '2000.5' });
});

test('a month of the file replaces the stored month, and other months stay', async () => {
  writeCsv('old.csv', [Date.UTC(2026, 0, 31, 23), '2000.5'], [0, 1, 2, 3, 4, 5]);
  await candles('import', '--file', 'old.csv', '--symbol', 'ETH-USDT-SWAP');
  writeCsv('new.csv', [Date.UTC(2026, 1, 1), '2001.55'], [0, 1, 2]);
  const ran = await candles('import', '--file', 'new.csv', '--symbol', 'ETH-USDT-SWAP', '--json');
  expect(JSON.parse(ran.out).months).toMatchObject([{ month: '2026-02', candles: 3, tickSz: '0.01' }]);
  const status = JSON.parse((await candles('status', '--json')).out);
  expect(status.series[0].months).toMatchObject([{ candles: 4 }, { candles: 3, tickSz: '0.01' }]);
});

test.each([
  [['--symbol', 'ETH/USDT'], '--symbol must be such as ETH-USDT-SWAP'],
  [['--bar', '1m'], '--bar must be one of 15m'],
  [['--file', 'none.csv'], 'there is no such file'],
  [['--file', 'minute.csv'], 'its candles are 60 s apart, and the bar 15m has 900 s'],
  [['--file', 'odd.csv'], 'does not begin at a multiple of 15m'],
])('an import with %j is refused and stores nothing', async (change, sentence) => {
  writeCsv('eth.csv', [Date.UTC(2026, 0, 1), '2000.5'], [0, 1, 2]);
  writeCsv('odd.csv', [Date.UTC(2026, 0, 1) + 1_000, '2000.5'], [0, 1, 2]);
  writeCsv('minute.csv', [Date.UTC(2026, 0, 1), '2000.5'], [0, 1 / 15, 2 / 15]);
  const ran = await candles('import', '--file', 'eth.csv', '--symbol', 'ETH-USDT-SWAP', ...change);
  expect(ran.err).toContain(sentence);
  expect(ran).toMatchObject({ code: 2, out: '' });
  expect((await candles('status')).out).toContain('no candles are stored');
});
