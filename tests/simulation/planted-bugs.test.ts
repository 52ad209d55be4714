// Tests the simulation itself. The test adds one known bug to the engine and runs seeds until an expected invariant is violated.
import { expect, test } from 'vitest';
import { defects } from './faults/defects.ts';
import { findCatch } from './faults/find-seed.ts';

const seedsMax = 60;

test.each(defects.map((defect) => [defect.name, defect.story, defect] as const))(
  'the simulation finds the known bug %s: %s',
  async (_name, _story, defect) => {
    // The same seed without the bug has no violation, which proves that the bug causes the violation.
    const caught = await findCatch(defect, seedsMax);
    if (caught === null)
      expect.fail(
        `${seedsMax} seeds with the bug ${defect.name} violated none of the invariants ${defect.caughtBy.join(', ')}`,
      );
  },
);
