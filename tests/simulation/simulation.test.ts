// The first hundred seeds of the whole engine under faults; every fault and every interesting situation must have occurred.
import { expect, test } from 'vitest';
import { runSeed } from './run.ts';
import { expectCleanSeeds } from './seed-range.ts';

// Alone a hundred seeds take half a minute; a busy machine is given more.
const boundMs = 150_000;

test(
  'seeds 1 to 100 keep every invariant, and each fault and situation occurs',
  () => expectCleanSeeds(1, 100),
  boundMs,
);

test('runs that once broke stay whole', async () => {
  for (const seed of ['268', '435']) expect((await runSeed(seed)).violations, seed).toEqual([]);
});

test('a seed gives the same run twice', async () => {
  for (const seed of ['7', '13', '21']) {
    const [first, second] = [await runSeed(seed), await runSeed(seed)];
    expect(second.fingerprint).toBe(first.fingerprint);
    expect([...second.counts.faults]).toEqual([...first.counts.faults]);
  }
});
