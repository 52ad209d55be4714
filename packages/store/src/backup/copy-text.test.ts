// Tests of the text format of rows in a backup.
import { expect, test } from 'vitest';
import { copyLineExpression, parseCopyText } from './copy-text.ts';

test('each escape of a cell is read as its character, and only \\N alone is null', () => {
  expect(parseCopyText('a\\tb\\n\\r\\\\\t\\N\t\t\\\\N\n1\t2\t3\t4\n')).toEqual([
    ['a\tb\n\r\\', null, '', '\\N'],
    ['1', '2', '3', '4'],
  ]);
  expect(parseCopyText('')).toEqual([]);
});

test('the expression escapes a text and does not escape a number', () => {
  const expression = copyLineExpression([
    { name: 'plain', isPlain: true },
    { name: 'te"xt', isPlain: false },
  ]);
  expect(expression).toContain(`coalesce("plain"::text, E'\\\\N')`);
  expect(expression).toContain(`replace(replace(replace(replace("te""xt"::text, E'\\\\', E'\\\\\\\\')`);
});
