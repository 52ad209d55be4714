import { decimalOf } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { decodeCandles, encodeCandles } from './candle-codec.ts';
import { cellAt, makeColumns } from './columns.ts';
import { parseBacktestConfig } from '../config/config.ts';
import { textAt } from '../csv/csv-rows.ts';

test('a cell outside a column is zero, and a text outside a row is empty', () => {
  expect([cellAt(Int32Array.of(7), 0), cellAt(Int32Array.of(7), 1), textAt(['a'], 0), textAt(['a'], 1)]).toEqual([
    7,
    0,
    'a',
    '',
  ]);
});

test('a series larger than the first capacity of a sink is encoded completely', () => {
  const columns = makeColumns(3_000);
  for (const [index] of columns.at.entries()) {
    columns.at[index] = index * 60_000;
    for (const name of ['open', 'high', 'low', 'close'] as const) columns[name][index] = 200_000 + (index % 700);
  }
  const tickSz = decimalOf(1n, 2);
  expect(decodeCandles(encodeCandles(columns, tickSz))).toEqual({ ok: true, columns, tickSz });
});

test('an unexpected error is thrown and not returned as a refusal', () => {
  const broken = {
    get instrument(): never {
      throw new Error('the disk is gone');
    },
  };
  expect(() => parseBacktestConfig(broken)).toThrow('the disk is gone');
  // A value that the types forbid is a bug of the caller, not a damaged file.
  expect(() => decodeCandles(undefined as unknown as Uint8Array)).toThrow(TypeError);
  expect(parseBacktestConfig(undefined)).toMatchObject({ refusal: { reason: 'must be an object, not undefined' } });
});
