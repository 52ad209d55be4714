// Searches the first seed whose run catches a known bug.
import { runSeed } from '../run.ts';
import type { Defect } from './defects.ts';

/** A seed whose run catches the bug, and the invariant that the run violates. */
export type Catch = { readonly seed: string; readonly invariant: string };

/** Returns the first catch in the seeds from 1 to `seedsMax`. Returns null when none of the runs violates an expected invariant. */
export async function findCatch(defect: Defect, seedsMax: number): Promise<Catch | null> {
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    const { violations } = await runSeed(String(seed), { defect });
    const caught = violations.find(({ invariant }) => defect.caughtBy.includes(invariant));
    if (caught !== undefined) return { seed: String(seed), invariant: caught.invariant };
  }
  return null;
}

/** Returns a defect without a bug that has the conditions of a defect. */
export function withoutBug(defect: Defect): Defect {
  const swarm = defect.swarm === undefined ? {} : { swarm: defect.swarm };
  return { name: 'none', story: 'no bug', caughtBy: [], ...swarm };
}
