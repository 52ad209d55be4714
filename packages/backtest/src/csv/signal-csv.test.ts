import { expect, test } from 'vitest';
import { parseSignals } from './signal-csv.ts';

test('parseSignals reads signals with and without a defence', () => {
  expect(parseSignals('ts_ms,defense\n1000,4\n2000,\n3000,10\n')).toEqual({
    ok: true,
    signals: [
      { at: 1000, defence: 4 },
      { at: 2000, defence: null },
      { at: 3000, defence: 10 },
    ],
  });
});

test.each([
  ['1000,5', 'defense "5" is not empty and not one of 2, 4, 6, 8, 10'],
  ['1000,04', 'defense "04" is not empty and not one of 2, 4, 6, 8, 10'],
  ['x,4', 'ts_ms "x" is not an instant in whole milliseconds'],
  ['500,4', 'ts_ms 500 is before the row above it: rows must be sorted'],
  ['900,4', 'ts_ms 900 comes twice'],
])('parseSignals refuses the row %s with its line number', (row, reason) => {
  expect(parseSignals(`ts_ms,defense\n900,\n${row}`)).toEqual({ ok: false, refusal: { line: 3, reason } });
});
