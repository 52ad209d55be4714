// The pseudo-random generator of product code. The generator must not create secrets, because everybody who knows the seed can compute the numbers.

/**
 * Returns a stream of uniform numbers in [0, 1). One seed gives the same numbers on every machine. The algorithm is
 * mulberry32, which uses only the lowest 32 bits of the seed.
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
