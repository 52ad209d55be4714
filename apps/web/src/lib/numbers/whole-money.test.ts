// Tests of amounts that are rounded to whole USDT.
import { expect, test } from 'vitest';
import { createFormat } from './format.ts';
import { signedWholeMoney } from './whole-money.ts';

test.each([
  ['en', '1252.50', '+1,253'],
  ['en', '-1252.50', '\u22121,253'],
  ['en', '-10.49', '\u221210'],
  ['en', '0', '0'],
  ['ru', '-1252.50', '\u22121\u00a0253'],
])('in the language %s, %s is %s', (language, amount, text) => {
  expect(signedWholeMoney(createFormat(language, { hidesAmounts: false }), amount)).toBe(text);
});

test('a hidden amount stays hidden', () => {
  expect(signedWholeMoney(createFormat('en', { hidesAmounts: true }), '1252.50')).not.toMatch(/\d/);
});
