// Pseudo-random streams by name: the same name gives the same stream on every machine and after every restart.
import { createPrng } from '@rondo/decimal';

/** Returns a 32-bit hash of a text (FNV-1a with a final mix). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns the stream of uniform numbers in [0, 1) that belongs to a name. */
export function createNamedPrng(name: string): () => number {
  return createPrng(hashText(name));
}

/** Returns one roughly normal number (mean 0, deviation 1) from four uniform numbers. Its absolute value is at most 3.5. */
export function normal(random: () => number): number {
  return (random() + random() + random() + random() - 2) * 1.7320508;
}

/** Returns a text of random lower-case letters and digits with the given length. The ids and keys of the accounts are generated with this function. */
export function randomName(random: () => number, length: number): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
  let name = '';
  for (let index = 0; index < length; index += 1) name += alphabet.charAt(Math.floor(random() * alphabet.length));
  return name;
}
