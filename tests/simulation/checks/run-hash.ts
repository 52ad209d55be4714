// The hash of a run: it takes in every message and every commit with its time, so two runs have equal hashes only when both did the same.
export type RunHash = {
  /** Adds one message or commit. */
  add(at: number, kind: string, text: string): void;
  /** Returns the hash of everything that was added. */
  text(): string;
  /** The hash after each `markEvery` additions, so that the first difference of two runs can be found. */
  readonly marks: readonly string[];
};

/** A run hash has a mark after this number of additions. */
export const markEvery = 1_000;

/** Returns the hash of a run that has not begun. The hash is FNV-1a with two different start values of 32 bits each. */
export function createRunHash(): RunHash {
  let [a, b] = [0x811c9dc5, 0x01234567];
  let added = 0;
  const marks: string[] = [];
  const mix = (text: string): void => {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ code, 0x85ebca6b);
    }
  };
  const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
  return {
    add(at, kind, text) {
      mix(String(at));
      mix(kind);
      mix(text);
      added += 1;
      if (added % markEvery === 0) marks.push(hex(a) + hex(b));
    },
    text: () => hex(a) + hex(b),
    marks,
  };
}
