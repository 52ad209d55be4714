// Runs a range of seeds and checks violations and counts. Two test files divide the seeds between two cores.
import { expect } from 'vitest';
import { addCounts, newCounts } from './checks/counts.ts';
import { runSeed } from './run.ts';

/** Expects every seed of the range to keep every invariant, and every fault and situation to occur in it. */
export async function expectCleanSeeds(from: number, to: number): Promise<void> {
  const total = newCounts();
  const broken: string[] = [];
  for (let seed = from; seed <= to; seed += 1) {
    const result = await runSeed(String(seed));
    addCounts(total, result.counts);
    for (const violation of result.violations)
      broken.push(`seed ${seed}: ${violation.invariant} at ${violation.at} ms: ${violation.text}`);
  }
  console.log(`seeds ${from} to ${to}; faults ${text(total.faults)}; situations ${text(total.goals)}`);
  expect(broken).toEqual([]);
  for (const [name, value] of [...total.faults, ...total.goals])
    expect(value, `${name} never occurred`).toBeGreaterThan(0);
}

function text(counter: ReadonlyMap<string, number>): string {
  return [...counter].map(([name, value]) => `${name} ${value}`).join(', ');
}
