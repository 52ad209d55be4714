// Searches the first seed whose run catches a known bug.
import { passes } from '../planted/named-test.ts';
import { runSeedWith } from '../planted/patched-run.ts';
import type { Defect } from './defects.ts';

/** A seed whose run catches the bug, and the invariant that the run violates. For a bug with a named test: '' and the file of the test. */
export type Catch = { readonly seed: string; readonly invariant: string };

/**
 * Returns the first catch in the seeds from 1 to `seedsMax`: the run with the bug violates an expected invariant, and the run without the bug
 * violates none. Returns null when no seed is a catch.
 */
export async function findCatch(defect: Defect, seedsMax: number): Promise<Catch | null> {
  const { patches = [], settings = [], test } = defect;
  if (test !== undefined) {
    const isCaught = (await passes(test, settings)) && !(await passes(test, [...settings, ...patches]));
    return isCaught ? { seed: '', invariant: test.file } : null;
  }
  const runWithBug = await runSeedWith([...settings, ...patches]);
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    const { violations } = await runWithBug(String(seed), { defect });
    const caught = violations.find(({ invariant }) => defect.caughtBy.includes(invariant));
    if (caught === undefined) continue;
    const runWithoutBug = await runSeedWith(settings);
    const control = await runWithoutBug(String(seed), { defect: withoutBug(defect) });
    if (control.violations.length === 0) return { seed: String(seed), invariant: caught.invariant };
  }
  return null;
}

// Returns a defect without a bug that has the conditions of a defect.
function withoutBug(defect: Defect): Defect {
  const swarm = defect.swarm === undefined ? {} : { swarm: defect.swarm };
  return { name: 'none', story: 'no bug', caughtBy: [], ...swarm };
}
