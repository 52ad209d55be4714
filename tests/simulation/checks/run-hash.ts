// The hash of a run: it takes in every message and every commit with its time, so two runs have equal hashes only when both did the same.
export type RunHash = {
  /** Adds one message or commit, whose content is the texts in their order. */
  add(at: number, kind: string, texts: readonly string[]): void;
  /** Returns the hash of everything that was added. */
  text(): string;
  /** The hash after each `markEvery` additions, so that the first difference of two runs can be found. */
  readonly marks: readonly string[];
};

/** A run hash has a mark after this number of additions. */
export const markEvery = 1_000;

/** The digests of long texts are remembered, because most readings of an account return the text of the reading before. */
const longText = 200;
const knownMax = 5_000;

type Digest = { readonly a: number; readonly b: number };

/** Returns the hash of a run that has not begun. The hash is FNV-1a over the digests of the texts, with two start values of 32 bits each. */
export function createRunHash(): RunHash {
  let { a, b } = firstDigest;
  let added = 0;
  const marks: string[] = [];
  const known = new Map<string, Digest>();
  const digest = (text: string): Digest => {
    if (text.length < longText) return digestOf(text);
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= knownMax) known.clear();
    const made = digestOf(text);
    known.set(text, made);
    return made;
  };
  const mix = (text: string): void => {
    const next = digest(text);
    a = Math.imul(a ^ next.a, primes.a);
    b = Math.imul(b ^ next.b, primes.b);
  };
  const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
  return {
    add(at, kind, texts) {
      mix(String(at));
      mix(kind);
      for (const text of texts) mix(text);
      added += 1;
      if (added % markEvery === 0) marks.push(hex(a) + hex(b));
    },
    text: () => hex(a) + hex(b),
    marks,
  };
}

const firstDigest: Digest = { a: 0x811c9dc5, b: 0x01234567 };
const primes: Digest = { a: 0x01000193, b: 0x85ebca6b };

function digestOf(text: string): Digest {
  let { a, b } = firstDigest;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, primes.a);
    b = Math.imul(b ^ code, primes.b);
  }
  return { a, b };
}
