// Runs the whole engine under faults for a range of seeds. Every fault and every counted situation must occur.
import { expect, test } from 'vitest';
import { runSeed } from './run.ts';
import { sampleOf } from '../sample.ts';
import { expectCleanSeeds, hundredFrom, sampleCount } from './seed-range.ts';

// The hundred seeds of the nightly run take half a minute on an idle machine. The limit is higher because a machine can be busy.
const boundMs = 150_000;

test(
  'the runs of the seeds from 1 violate no invariant, and each fault and each situation occurs',
  () => expectCleanSeeds(sampleOf(hundredFrom(1), sampleCount)),
  boundMs,
);

test('the runs of the seeds that once violated an invariant violate no invariant', async () => {
  for (const seed of ['268', '435']) expect((await runSeed(seed)).violations, seed).toEqual([]);
});

test('two runs of one seed are equal', async () => {
  for (const seed of ['7', '13', '21']) {
    const [first, second] = [await runSeed(seed), await runSeed(seed)];
    expect(second.fingerprint).toBe(first.fingerprint);
    expect([...second.counts.faults]).toEqual([...first.counts.faults]);
  }
});
