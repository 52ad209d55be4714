// Runs every named scenario with its seeds. The long scenarios run in the nightly run only.
import { expect, test } from 'vitest';
import { sampleOf } from '../../sample.ts';
import { runSeed } from '../run.ts';
import { scenarios } from './scenarios.ts';

const daily = scenarios.filter(({ isNightly }) => isNightly !== true);
const nightly = scenarios.filter(({ isNightly }) => isNightly === true);
const cases = [...daily, ...nightly].map((scenario) => [scenario.name, scenario.story, scenario] as const);

test.each(sampleOf(cases, daily.length))(
  'the runs of the scenario %s violate no invariant: %s',
  async (_name, _story, { seeds, options, missing }) => {
    for (const seed of seeds) {
      const result = await runSeed(seed, options);
      expect(result.violations, seed).toEqual([]);
      expect(missing?.(result) ?? [], seed).toEqual([]);
    }
  },
);
