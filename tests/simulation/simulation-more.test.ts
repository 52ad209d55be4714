// Runs a second range of seeds. It is in a separate file so that it uses the second core.
import { test } from 'vitest';
import { sampleOf } from '../sample.ts';
import { expectCleanSeeds, hundredFrom, sampleCount } from './seed-range.ts';

const boundMs = 150_000;

test(
  'the runs of the seeds from 141 violate no invariant, and each fault and each situation occurs',
  () => expectCleanSeeds(sampleOf(hundredFrom(141), sampleCount)),
  boundMs,
);
