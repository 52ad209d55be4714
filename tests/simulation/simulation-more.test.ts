// Runs a second range of seeds. It is in a separate file, because vitest runs two files on two cores.
import { test } from 'vitest';
import { sampleOf } from '../sample.ts';
import { expectCleanSeeds, hundredFrom, sampleCount } from './seed-range.ts';

const boundMs = 300_000;

test(
  'the range of seeds that begins with 141 violates no invariant, and each fault and each situation occurs',
  () => expectCleanSeeds(sampleOf(hundredFrom(141), sampleCount)),
  boundMs,
);
