// Tests which new passwords are refused.
import { expect, test } from 'vitest';
import { isWeakPassword } from './weak-password.ts';

const own = { email: 'ada.lovelace@rondo.test', name: 'Ada King' };

test.each([
  'password',
  '12345678',
  'PassWord123!',
  '!!Dragon2024',
  'aaaaaaaaaa',
  '1212121212',
  'ada.lovelace@rondo.test',
  'ADA.Lovelace1',
  'ada king 1815',
  'rondo2026!',
  '\uFF50\uFF41\uFF53\uFF53\uFF57\uFF4F\uFF52\uFF44',
])('the password %s is weak', (password) => {
  expect(isWeakPassword(password, own)).toBe(true);
});

test.each(['eight-ok', 'correct horse', 'a wrong password', 'ada-plays-at-dawn', '\u{1F511}\u00e9\u0448\u6f22 zq81'])(
  'the password %s is not weak',
  (password) => {
    expect(isWeakPassword(password, own)).toBe(false);
  },
);
