// Runs a range of seeds and checks the violations and the counts. Each of two test files has one range, so that the files use two cores.
import { expect } from 'vitest';
import { addCounts, newCounts } from './checks/counts.ts';
import { runSeed } from './run.ts';

/** The number of seeds of a range in `npm test`. Each fault and each situation occurs in the runs of this many seeds. */
export const sampleCount = 70;

/** Returns a hundred seeds. The first seed is `from`. */
export function hundredFrom(first: number): readonly number[] {
  return Array.from({ length: 100 }, (_, place) => first + place);
}

/** Checks that the runs of the seeds violate no invariant, and that every fault and every situation occurs in these runs. */
export async function expectCleanSeeds(seeds: readonly number[]): Promise<void> {
  const total = newCounts();
  const broken: string[] = [];
  for (const seed of seeds) {
    const result = await runSeed(String(seed));
    addCounts(total, result.counts);
    for (const violation of result.violations)
      broken.push(`seed ${seed}: ${violation.invariant} at ${violation.at} ms: ${violation.text}`);
  }
  console.log(`${seeds.length} seeds from ${seeds[0]}; faults ${text(total.faults)}; situations ${text(total.goals)}`);
  expect(broken).toEqual([]);
  for (const [name, value] of [...total.faults, ...total.goals])
    expect(value, `${name} never occurred`).toBeGreaterThan(0);
}

function text(counter: ReadonlyMap<string, number>): string {
  return [...counter].map(([name, value]) => `${name} ${value}`).join(', ');
}
