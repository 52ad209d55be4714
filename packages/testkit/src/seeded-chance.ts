// The seeded prng of tests: the same seed gives the same run. Each label has an independent stream.
import type { Chance } from '@rondo/engine/ports';

/** A seeded prng with the distributions that simulations need. */
export type SeededChance = Chance & {
  /** True with a probability from 0 to 1. */
  happens(probability: number): boolean;
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** A random element of the list. */
  pick<T>(list: readonly [T, ...T[]]): T;
  /** Exponentially distributed with this mean. */
  exponential(mean: number): number;
  /** An independent stream named by a label. */
  fork(label: string): SeededChance;
};

/** Returns a prng (sfc32) seeded by a text or number. */
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

// FNV-1a, 32 bits.
function hash(text: string, salt: number): number {
  let value = 0x811c9dc5 ^ salt;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value | 0;
}
