// Tests which passphrases are accepted, and that every generated passphrase is accepted.
import { expect, test } from 'vitest';
import { isGoodPassphrase, makePassphrase } from './passphrase.ts';

test('every generated passphrase has 16 characters, is accepted and differs from the other generated passphrases', () => {
  const made = Array.from({ length: 500 }, makePassphrase);
  expect(made.every((text) => text.length === 16 && isGoodPassphrase(text))).toBe(true);
  expect(new Set(made).size).toBe(500);
  // The characters are shuffled, so each position sometimes has a capital letter and sometimes another character.
  for (let place = 0; place < 16; place += 1)
    expect(new Set(made.map((text) => /[A-Z]/.test(text.charAt(place)))).size).toBe(2);
});

test.each([
  ['Aa1!aaa', false],
  ['Aa1!aaaa', true],
  [`Aa1!${'a'.repeat(28)}`, true],
  [`Aa1!${'a'.repeat(29)}`, false],
  ['aa1!aaaa', false],
  ['AA1!AAAA', false],
  ['Aab!aaaa', false],
  ['Aa12aaaa', false],
  ['Aa1! aaaa', false],
  ['Aa1!ключи', false],
])('when the passphrase is %s, isGoodPassphrase returns %s', (text, isGood) => {
  expect(isGoodPassphrase(text)).toBe(isGood);
});
