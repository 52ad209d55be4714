import { decimal } from '@rondo/decimal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteSink } from './byte-stream.ts';
import { candlesToCsv, parseCandles } from '../csv/candle-csv.ts';
import { decodeCandles, encodeCandles, isCandleBytes } from './candle-codec.ts';
import { makeColumns, type CandleColumns } from './columns.ts';

const candle = fc.record({
  step: fc.integer({ min: 1, max: 200_000 }),
  low: fc.integer({ min: 1, max: 2_000_000_000 }),
  room: fc.integer({ min: 0, max: 100_000_000 }),
  open: fc.double({ min: 0, max: 1, noNaN: true }),
  close: fc.double({ min: 0, max: 1, noNaN: true }),
});

const series = fc.array(candle, { minLength: 1, maxLength: 50 }).map((rows): CandleColumns => {
  const columns = makeColumns(rows.length);
  let at = 1_600_000_000_000;
  for (const [index, row] of rows.entries()) {
    at += row.step;
    columns.at[index] = at;
    columns.low[index] = row.low;
    columns.high[index] = row.low + row.room;
    columns.open[index] = row.low + Math.round(row.room * row.open);
    columns.close[index] = row.low + Math.round(row.room * row.close);
  }
  return columns;
});
const tick = fc.constantFrom('0.01', '0.5', '0.000001', '25');

test('a decoded file contains every encoded candle and the tick size', () => {
  fc.assert(
    fc.property(series, tick, (columns, tickText) => {
      const tickSz = decimal(tickText);
      expect(decodeCandles(encodeCandles(columns, tickSz))).toEqual({ ok: true, columns, tickSz });
    }),
  );
});

test('parseCandles reads the candles of candlesToCsv without a change', () => {
  fc.assert(
    fc.property(series, tick, (columns, tickText) => {
      const tickSz = decimal(tickText);
      expect(parseCandles(candlesToCsv(columns, tickSz), tickSz)).toEqual({ ok: true, columns });
    }),
  );
});

test('decodeCandles throws no error for truncated or changed bytes', () => {
  fc.assert(
    fc.property(series, fc.nat(), fc.nat({ max: 255 }), (columns, where, byte) => {
      const bytes = encodeCandles(columns, decimal('0.01'));
      const cut = bytes.slice(0, where % bytes.length);
      expect(decodeCandles(cut).ok).toBe(false);
      const changed = bytes.slice();
      changed[where % bytes.length] = byte;
      expect(typeof decodeCandles(changed).ok).toBe('boolean');
    }),
  );
});

const numbers = { version: 1, places: 2, units: 1, count: 1, first: 60_000, interval: 60_000 };

/** Returns a file of one candle in which some numbers of the head and of the columns are replaced. */
function bytesOf(head: Partial<typeof numbers>, cells: readonly number[] = [0, 200, 0, 0, 0], tail = 0): Uint8Array {
  const sink = byteSink();
  for (const value of Object.values({ ...numbers, ...head })) sink.put(value);
  for (const cell of cells) {
    const column = byteSink();
    column.put(cell);
    sink.put(column.bytes().length);
    for (const byte of column.bytes()) sink.put(byte & 127);
  }
  return Uint8Array.from([0x52, 0x4e, 0x44, 0x43, ...sink.bytes(), ...Array.from({ length: tail }, () => 0)]);
}

test.each([
  ['an unknown format version', { version: 2 }, 'the format version is 2, and only version 1 can be read'],
  [
    'a tick size with too many decimal places',
    { places: 19 },
    'the number of decimal places of the tick size is 19, which is more than 18',
  ],
  ['a tick size of zero', { units: 0 }, 'the tick size or the number of candles is zero'],
  ['no candle', { count: 0 }, 'the tick size or the number of candles is zero'],
  ['too many candles', { count: 4_000_001 }, 'the number of candles is 4000001, which is more than 4000000'],
  ['fewer cells than candles in a column', { count: 2 }, 'the bytes end too early'],
  ['an instant after the year 9999', { first: 2 ** 52 }, 'candle 1: its instant is out of order'],
])('decodeCandles refuses a file with %s', (_, head, reason) => {
  expect(decodeCandles(bytesOf(head))).toEqual({ ok: false, reason });
});

test('decodeCandles refuses a file with a price below one tick, a file with extra bytes and a file that does not begin with RNDC', () => {
  expect(decodeCandles(bytesOf({}, [0, 60, 0, 0, 0])).ok).toBe(true);
  expect(decodeCandles(bytesOf({}, [0, 60, 0, 0, 50]))).toEqual({
    ok: false,
    reason: 'candle 1: its prices are out of bounds',
  });
  expect(decodeCandles(bytesOf({}, [0, 60, 0, 0, 0], 1))).toEqual({
    ok: false,
    reason: 'the file contains more bytes than its candles need',
  });
  expect(decodeCandles(new TextEncoder().encode('ts_ms,open'))).toEqual({
    ok: false,
    reason: 'the bytes do not begin with RNDC',
  });
  expect(isCandleBytes(new Uint8Array(0))).toBe(false);
  expect(decodeCandles(Uint8Array.from([0x52, 0x4e, 0x44, 0x43, ...Array.from({ length: 9 }, () => 255)]))).toEqual({
    ok: false,
    reason: 'a number has too many bytes',
  });
});
