// Tests the simulation itself: one of the expected invariants must catch each planted bug within a bounded number of seeds.
import { expect, test } from 'vitest';
import { defects, type Defect } from './faults/defects.ts';
import { runSeed } from './run.ts';

const seedsMax = 60;

test.each(defects.map((defect) => [defect.name, defect.story, defect] as const))(
  'the simulation catches the planted bug %s: %s',
  async (_name, _story, defect) => {
    const caught = await findSeed(defect);
    expect(
      caught,
      `${defect.name} was not caught by ${defect.caughtBy.join(', ')} within ${seedsMax} seeds`,
    ).not.toBeNull();
    // A run with these conditions and without the bug has no violation, so the bug has caused the violation.
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
