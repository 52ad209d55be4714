// Validates and generates the passphrases of trading keys.
import { randomInt } from 'node:crypto';
import { contractLimits } from '@rondo/contract';

const kinds = {
  upper: 'ABCDEFGHJKLMNPQRSTUVWXYZ',
  lower: 'abcdefghijkmnopqrstuvwxyz',
  digit: '23456789',
  special: '!#$%&*+-=?@^_',
} as const;
const tests: readonly RegExp[] = [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z0-9]/];

/** Returns whether a passphrase has 8 to 32 characters and a special character (specification 5), and a small letter, a capital letter and a digit, which OKX also requires (59505). */
export function isGoodPassphrase(text: string): boolean {
  const { min, max } = contractLimits.passphrase;
  const isPlain = /^[\x21-\x7e]*$/.test(text);
  return isPlain && text.length >= min && text.length <= max && tests.every((test) => test.test(text));
}

/** Returns 16 random characters with at least one of each kind. `randomInt` has no bias, so all characters of a kind are equally likely. */
export function makePassphrase(): string {
  const all = Object.values(kinds);
  const characters = all.map(pick);
  while (characters.length < contractLimits.passphrase.generated) characters.push(pick(all.join('')));
  for (let index = characters.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1);
    const [one = '', two = ''] = [characters[index], characters[other]];
    characters[index] = two;
    characters[other] = one;
  }
  return characters.join('');
}

function pick(characters: string): string {
  return characters.charAt(randomInt(characters.length));
}
