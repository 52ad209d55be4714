// Tests the simulation itself. The test adds one known bug to the engine and runs seeds until an expected invariant is violated.
import { expect, test } from 'vitest';
import { defects } from './faults/defects.ts';
import { findCatch, withoutBug } from './faults/find-seed.ts';
import { runSeed } from './run.ts';

const seedsMax = 60;

test.each(defects.map((defect) => [defect.name, defect.story, defect] as const))(
  'the simulation finds the known bug %s: %s',
  async (_name, _story, defect) => {
    const caught = await findCatch(defect, seedsMax);
    if (caught === null)
      expect.fail(
        `${seedsMax} seeds with the bug ${defect.name} violated none of the invariants ${defect.caughtBy.join(', ')}`,
      );
    // The same seed without the bug must have no violation. This proves that the bug caused the violation.
    const control = await runSeed(caught.seed, { defect: withoutBug(defect) });
    expect(control.violations).toEqual([]);
  },
);
