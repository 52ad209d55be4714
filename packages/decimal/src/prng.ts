// The pseudo-random generator of product code: reproducible from its seed, never a source of secrets.

/**
 * A stream of uniform numbers in [0, 1) that is the same for the same seed on every machine.
 * Algorithm: mulberry32; the seed counts by its lowest 32 bits.
 */
export function createPrng(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
