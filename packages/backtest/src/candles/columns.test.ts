import { decimalOf } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { decodeCandles, encodeCandles } from './candle-codec.ts';
import { cellAt, makeColumns } from './columns.ts';
import { parseBacktestConfig } from '../config/config.ts';
import { textAt } from '../csv/csv-rows.ts';

test('a cell outside a column is zero, and outside a row empty', () => {
  expect([cellAt(Int32Array.of(7), 0), cellAt(Int32Array.of(7), 1), textAt(['a'], 0), textAt(['a'], 1)]).toEqual([
    7,
    0,
    'a',
    '',
  ]);
});

test('a series longer than the first room of a sink is encoded whole', () => {
  const columns = makeColumns(3_000);
  for (const [index] of columns.at.entries()) {
    columns.at[index] = index * 60_000;
    for (const name of ['open', 'high', 'low', 'close'] as const) columns[name][index] = 200_000 + (index % 700);
  }
  const tickSz = decimalOf(1n, 2);
  expect(decodeCandles(encodeCandles(columns, tickSz))).toEqual({ ok: true, columns, tickSz });
});

test('an error that is no refusal is not taken for one', () => {
  const broken = {
    get instrument(): never {
      throw new Error('the disk is gone');
    },
  };
  expect(() => parseBacktestConfig(broken)).toThrow('the disk is gone');
  // No bytes at all: what the types forbid is a bug of the caller and no damaged file.
  expect(() => decodeCandles(undefined as unknown as Uint8Array)).toThrow(TypeError);
  expect(parseBacktestConfig(undefined)).toMatchObject({ refusal: { reason: 'must be an object, not undefined' } });
});
