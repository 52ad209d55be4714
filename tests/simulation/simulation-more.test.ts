// The second hundred seeds, in a separate file so that they use the second core.
import { test } from 'vitest';
import { expectCleanSeeds } from './seed-range.ts';

const boundMs = 150_000;

test(
  'seeds 101 to 200 keep every invariant, and each fault and situation occurs',
  () => expectCleanSeeds(101, 200),
  boundMs,
);
