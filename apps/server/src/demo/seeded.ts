// Makes pseudo-random choices that depend only on a seed, so that two runs with one seed create equal demo worlds.
import { createHash } from 'node:crypto';

/** Returns a whole number from 0 to `below` - 1. Equal words always give an equal number. */
export function seededBelow(below: number, ...words: readonly (string | number)[]): number {
  const digest = createHash('sha256').update(words.join(' ')).digest();
  return digest.readUInt32BE(0) % below;
}

/** Returns one of the choices. Equal words always give an equal choice. */
export function seededChoice<Value>(
  choices: readonly [Value, ...Value[]],
  ...words: readonly (string | number)[]
): Value {
  return choices[seededBelow(choices.length, ...words)] ?? choices[0];
}

/** Returns an id in the form of a UUID. Equal words always give an equal id. */
export function seededId(...words: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(words.join(' ')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
