// Compares the generator with values of the published algorithm, because every seeded market and every random sweep depends on its numbers.
import { expect, test } from 'vitest';
import { createPrng } from './prng.ts';

// The expected numbers are the output of the reference implementation of mulberry32 (the generator of Tommy Ettinger in
// its JavaScript form). They are multiples of 2^-32.
test.each([
  [0, [1_144_304_738, 1_416_247, 958_946_056]],
  [7, [50_271_532, 266_108_690, 4_195_786_334]],
  [2 ** 32 - 1, [3_850_105_811, 813_802_916, 3_073_704_848]],
])('the seed %d gives the published numbers', (seed, expected) => {
  const next = createPrng(seed);
  expect(expected.map(() => next() * 2 ** 32)).toEqual(expected);
});

test('two seeds with equal lowest 32 bits give equal numbers', () => {
  expect(createPrng(2 ** 32 + 7)()).toBe(createPrng(7)());
});
