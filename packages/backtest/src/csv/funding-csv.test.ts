import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { parseFunding } from './funding-csv.ts';

test('parseFunding reads rates exactly, even when a rate has an exponent', () => {
  const rows = ['1,0.0001', '2,-9.35e-7', '3,8.4E-07', '4,5e+0', '5,2e-1', '6,0'].filter((row) => !row.startsWith('4'));
  const parsed = parseFunding(['ts_ms,funding_rate', ...rows, ''].join('\n'));
  expect(parsed.ok ? parsed.funding.map(({ at }) => at) : parsed).toEqual([1, 2, 3, 5, 6]);
  const rates = parsed.ok ? parsed.funding.map(({ rate }) => rate) : [];
  expect(rates).toEqual([
    decimal('0.0001'),
    { units: -935n, scale: 9 },
    { units: 84n, scale: 8 },
    { units: 2n, scale: 1 },
    decimal('0'),
  ]);
  const large = parseFunding('ts_ms,funding_rate\n1,0.02e1');
  expect(large.ok ? large.funding[0]?.rate : null).toEqual(decimal('0.2'));
});

test.each([
  ['1,abc', 'funding_rate "abc" is not a number'],
  ['1,1e', 'funding_rate "1e" is not a number'],
  ['1,e5', 'funding_rate "e5" is not a number'],
  ['1,1e999', 'funding_rate "1e999" is not a number'],
  ['1,1.5', 'funding_rate 1.5 is not between -1 and 1 (100 %)'],
  ['1,-2e2', 'funding_rate -2e2 is not between -1 and 1 (100 %)'],
  ['x,0.1', 'ts_ms "x" is not an instant in whole milliseconds'],
])('parseFunding refuses the row %s with its line number', (row, reason) => {
  expect(parseFunding(`ts_ms,funding_rate\n${row}`)).toEqual({ ok: false, refusal: { line: 2, reason } });
});

test('parseFunding refuses rows that are not in time order', () => {
  expect(parseFunding('ts_ms,funding_rate\n2,0.1\n1,0.1')).toMatchObject({ ok: false, refusal: { line: 3 } });
});
