// Runs every named scenario with its seeds.
import { expect, test } from 'vitest';
import { runSeed } from '../run.ts';
import { scenarios } from './scenarios.ts';

test.each(scenarios.map((scenario) => [scenario.name, scenario.story, scenario] as const))(
  'the runs of the scenario %s violate no invariant: %s',
  async (_name, _story, { seeds, options, missing }) => {
    for (const seed of seeds) {
      const result = await runSeed(seed, options);
      expect(result.violations, seed).toEqual([]);
      expect(missing?.(result) ?? [], seed).toEqual([]);
    }
  },
);
