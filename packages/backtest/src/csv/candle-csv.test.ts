import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { candlesToCsv, finestTick, parseCandles } from './candle-csv.ts';

const header = 'ts_ms,open,high,low,close,volume';
const cent = decimal('0.01');

/** Returns the refusal of a file whose second row is `row`. */
function refusalOf(row: string): unknown {
  const parsed = parseCandles(`${header}\n60000,2000,2001,1999,2000,1\n${row}\n`, cent);
  return parsed.ok ? null : parsed.refusal;
}

test.each([
  ['120000,2000,2001,1999', '4 columns, and the header has 6'],
  ['', '1 columns, and the header has 6'],
  ['120000,2000,2001,1999,2000,1,2', '7 columns, and the header has 6'],
  ['120000,2000.005,2001,1999,2000,1', 'open 2000.005 is not a multiple of the tick size 0.01'],
  ['120000,2000,2001.123,1999,2000,1', 'high 2001.123 is not a multiple of the tick size 0.01'],
  ['120000,2000,2001,-1999,2000,1', 'low -1999 is not above zero'],
  ['120000,2000,2001,0,2000,1', 'low 0 is not above zero'],
  ['120000,2000,2001,1999,2e3,1', 'close "2e3" is not a plain decimal number'],
  ['120000,2000,2001,1999,,1', 'close "" is not a plain decimal number'],
  ['120000,2000,90000000000,1999,2000,1', 'high 90000000000 is more than 2147483000 ticks of 0.01'],
  ['x,2000,2001,1999,2000,1', 'ts_ms "x" is not an instant in whole milliseconds'],
  ['-5,2000,2001,1999,2000,1', 'ts_ms "-5" is not an instant in whole milliseconds'],
  ['9999999999999999,2000,2001,1999,2000,1', 'ts_ms "9999999999999999" is not an instant in whole milliseconds'],
  ['60000,2000,2001,1999,2000,1', 'ts_ms 60000 comes twice'],
  ['0,2000,2001,1999,2000,1', 'ts_ms 0 is before the row above it: rows must be sorted'],
  ['120000,2000,1998,1999,2000,1', 'high is below low'],
  ['120000,2000,1999.5,1999,1999,1', 'high is below open or close'],
  ['120000,1999,1999.5,1999,2000,1', 'high is below open or close'],
  ['120000,1998,2001,1999,2000,1', 'low is above open or close'],
  ['120000,2000,2001,1999,1998,1', 'low is above open or close'],
])('parseCandles refuses the row %j with its line number', (row, reason) => {
  expect(refusalOf(`${row}\n180000,1,1,1,1,1`)).toEqual({ line: 3, reason });
});

test.each([
  ['', 1, 'the file is empty'],
  [' \r\n', 1, 'the file is empty'],
  [header, 2, 'there is no candle below the header'],
  [`${header}\n\n`, 2, 'there is no candle below the header'],
  [
    'time,open,close\n1,2,3',
    1,
    `the header is "time,open,close" and must be "${header}" or "ts_ms,open,high,low,close"`,
  ],
])('parseCandles refuses the file %j', (text, line, reason) => {
  expect(parseCandles(text, cent)).toEqual({ ok: false, refusal: { line, reason } });
});

test('parseCandles refuses too many candles before it reads them', () => {
  expect(parseCandles(`${header}\n${'x\n'.repeat(4_000_001)}`, cent)).toEqual({
    ok: false,
    refusal: { line: 4_000_002, reason: 'more than 4000000 candles' },
  });
});

test.each([
  ['\uFEFFts_ms,open,high,low,close,volume', ',NaN', '\r\n'],
  ['ts_ms,open,high,low,close', '', '\n'],
])('parseCandles reads a file with the header %j and the volume column %j', (head, volume, lineBreak) => {
  const rows = [`60000,2000.5,2001.00,1999,2000${volume}`, `120000,.5,00012345678.5,0.010,1.${volume}`];
  for (const end of ['', lineBreak, lineBreak + lineBreak]) {
    const parsed = parseCandles([head, ...rows].join(lineBreak) + end, cent);
    if (!parsed.ok) throw new Error(parsed.refusal.reason);
    expect(candlesToCsv(parsed.columns, cent)).toBe(
      'ts_ms,open,high,low,close\n60000,2000.5,2001,1999,2000\n120000,0.5,12345678.5,0.01,1\n',
    );
  }
});

test('prices are read exactly for fine and coarse tick sizes', () => {
  const read = (price: string, tickSz: string): unknown => {
    const parsed = parseCandles(`ts_ms,open,high,low,close\n1,${price},${price},${price},${price}`, decimal(tickSz));
    return parsed.ok ? parsed.columns.open[0] : parsed.refusal.reason;
  };
  expect(read('0.00001234', '0.00000001')).toBe(1_234);
  expect(read('0.000000000000000123', '0.000000000000000001')).toBe(123);
  expect(read('105', '0.5')).toBe(210);
  expect(read('1050', '50')).toBe(21);
  expect(read('105', '50')).toBe('open 105 is not a multiple of the tick size 50');
  expect(read('12.500000000000000000', '0.5')).toBe(25);
});

test('finestTick returns the largest power of ten of which all prices are multiples', () => {
  expect(finestTick(`${header}\n1,2000,2000.50,1999,2000,1.2345\n2,2000,x,1999.125,2000,1`)).toEqual({
    units: 1n,
    scale: 3,
  });
  expect(finestTick('nothing')).toEqual({ units: 1n, scale: 0 });
});
