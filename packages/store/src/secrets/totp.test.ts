// Tests of the codes of an authenticator: the test vectors of RFC 6238, and that a code can be used once.
import { expect, test } from 'vitest';
import { matchTotp, toBase32, totpCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test.each([
  [59_000, '287082'],
  [1_111_111_109_000, '081804'],
  [1_111_111_111_000, '050471'],
  [1_234_567_890_000, '005924'],
  [2_000_000_000_000, '279037'],
  [20_000_000_000_000, '353130'],
])('at %i the code is %s (RFC 6238 appendix B, last six digits)', (at, code) => {
  expect(totpCode(secret, Math.floor(at / 30_000))).toBe(code);
  expect(matchTotp(secret, code, { now: at, after: 0 })).toBe(Math.floor(at / 30_000));
});

test('a code is accepted only once, and only when it belongs to the current period of 30 s, the previous period or the next period', () => {
  const now = 1_111_111_109_000;
  const counter = Math.floor(now / 30_000);
  const at = (shift: number) => matchTotp(secret, totpCode(secret, counter + shift), { now, after: 0 });
  expect([at(-2), at(-1), at(0), at(1), at(2)]).toEqual([null, counter - 1, counter, counter + 1, null]);
  expect(matchTotp(secret, totpCode(secret, counter), { now, after: counter })).toBeNull();
});

test('toBase32 encodes the test vectors of RFC 4648 section 10, in lower case without padding', () => {
  expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => toBase32(Buffer.from(text)))).toEqual([
    'my',
    'mzxq',
    'mzxw6',
    'mzxw6yq',
    'mzxw6ytb',
    'mzxw6ytboi',
  ]);
});
