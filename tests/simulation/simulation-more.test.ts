// A second range of seeds, in a separate file so that it uses the second core.
import { test } from 'vitest';
import { sampleOf } from '../sample.ts';
import { expectCleanSeeds, hundredFrom, sampleCount } from './seed-range.ts';

const boundMs = 150_000;

test(
  'the seeds from 141 on keep every invariant, and each fault and situation occurs',
  () => expectCleanSeeds(sampleOf(hundredFrom(141), sampleCount)),
  boundMs,
);
