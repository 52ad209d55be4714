// Tests the simulation itself. The test adds one known bug to the engine and runs seeds until an expected invariant is violated.
import { expect, test } from 'vitest';
import { defects, type Defect } from './faults/defects.ts';
import { runSeed } from './run.ts';

const seedsMax = 60;

test.each(defects.map((defect) => [defect.name, defect.story, defect] as const))(
  'the simulation finds the known bug %s: %s',
  async (_name, _story, defect) => {
    const caught = await findSeed(defect);
    expect(
      caught,
      `${seedsMax} seeds with the bug ${defect.name} violated none of the invariants ${defect.caughtBy.join(', ')}`,
    ).not.toBeNull();
    // The same seed without the bug must have no violation. This proves that the bug caused the violation.
    const control = await runSeed(String(caught), {
      defect: {
        name: 'none',
        story: 'no bug',
        caughtBy: [],
        ...(defect.swarm === undefined ? {} : { swarm: defect.swarm }),
      },
    });
    expect(control.violations).toEqual([]);
  },
);

async function findSeed(defect: Defect): Promise<number | null> {
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    const { violations } = await runSeed(String(seed), { defect });
    if (violations.some((violation) => defect.caughtBy.includes(violation.invariant))) return seed;
  }
  return null;
}
