// The seeded prng of tests. One seed always gives the same run. Each label has an independent stream of numbers.
import type { Chance } from '@rondo/engine/ports';

/** A seeded prng with the distributions that simulations need. */
export type SeededChance = Chance & {
  /** Returns true with this probability, which is a number from 0 to 1. */
  happens(probability: number): boolean;
  /** Returns a whole number from `from` to `to`. Both bounds are possible results. */
  between(from: number, to: number): number;
  /** Returns a random element of the list. */
  pick<T>(list: readonly [T, ...T[]]): T;
  /** Returns an exponentially distributed number with this mean. */
  exponential(mean: number): number;
  /** Returns an independent stream for a label. */
  fork(label: string): SeededChance;
};

/** Returns a prng (sfc32). The seed is a text or a number. */
export function seededChance(seed: string | number): SeededChance {
  const next = generator(String(seed));
  return {
    next,
    happens: (probability) => next() < probability,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    exponential: (mean) => -mean * Math.log(1 - next()),
    fork: (label) => seededChance(`${seed}/${label}`),
  };
}

function generator(seed: string): () => number {
  let [a, b, c, d] = [hash(seed, 1), hash(seed, 2), hash(seed, 3), 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  const warmUp = 12;
  for (let turn = 0; turn < warmUp; turn += 1) next();
  return next;
}

// Returns the FNV-1a hash with 32 bits.
function hash(text: string, salt: number): number {
  let value = 0x811c9dc5 ^ salt;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value | 0;
}
