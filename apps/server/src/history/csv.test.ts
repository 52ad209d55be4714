// Tests the values of CSV files: quoted values, an apostrophe before a formula, and plain numbers.
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@sum', "'@sum"],
  ['-x', "'-x"],
  ['＝1+1', "'＝1+1"],
  ['＠sum', "'＠sum"],
  ['-12.5', '-12.5'],
  [7, '7'],
  [null, ''],
])('the value %j is written to the CSV file as %s', (value, expected) => {
  expect(toCsv(['column'], [[value]])).toBe(`column\r\n${expected}\r\n`);
});
