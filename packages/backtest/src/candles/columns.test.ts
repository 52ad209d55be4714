import { decimalOf } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { decodeCandles, encodeCandles } from './candle-codec.ts';
import { cellAt, makeColumns } from './columns.ts';
import { parseBacktestConfig } from '../config/config.ts';
import { textAt } from '../csv/csv-rows.ts';

test('cellAt returns zero outside a column, and textAt returns an empty text outside a row', () => {
  expect([cellAt(Int32Array.of(7), 0), cellAt(Int32Array.of(7), 1), textAt(['a'], 0), textAt(['a'], 1)]).toEqual([
    7,
    0,
    'a',
    '',
  ]);
});

test('encodeCandles encodes a series completely when the series is larger than the first capacity of a sink', () => {
  const columns = makeColumns(3_000);
  for (const [index] of columns.at.entries()) {
    columns.at[index] = index * 60_000;
    for (const name of ['open', 'high', 'low', 'close'] as const) columns[name][index] = 200_000 + (index % 700);
  }
  const tickSz = decimalOf(1n, 2);
  expect(decodeCandles(encodeCandles(columns, tickSz))).toEqual({ ok: true, columns, tickSz });
});

test('parseBacktestConfig throws an unexpected error and does not return the error as a refusal', () => {
  const broken = {
    get instrument(): never {
      throw new Error('The disk failed.');
    },
  };
  expect(() => parseBacktestConfig(broken)).toThrow('The disk failed.');
  // A value of the wrong type is a bug of the caller and not a damaged file.
  expect(() => decodeCandles(undefined as unknown as Uint8Array)).toThrow(TypeError);
  expect(parseBacktestConfig(undefined)).toMatchObject({ refusal: { reason: 'must be an object, not undefined' } });
});
