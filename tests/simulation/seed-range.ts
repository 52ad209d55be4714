// Runs a range of seeds and checks the violations and the counts. Two test files run one range each, so that the ranges run on two cores.
import { expect } from 'vitest';
import { addCounts, faultNames, newCounts } from './checks/counts.ts';
import { calm, type Swarm } from './faults/swarm.ts';
import { runSeed } from './run.ts';

/** `npm test` runs this number of seeds of each range. It is large enough for each fault and each situation to occur at least once. */
export const sampleCount = 50;

/** Returns a hundred consecutive seeds that begin with `first`. */
export function hundredFrom(first: number): readonly number[] {
  return Array.from({ length: 100 }, (_, place) => first + place);
}

/** Runs in which the users often trade by hand, because few seeds of a range do so. */
const occasions: readonly string[] = ['by hand 3', 'by hand 4', 'by hand 5'];
const manualTrading: Partial<Swarm> = {
  ...calm,
  killMs: 0,
  jumpMs: 0,
  userActMs: 0,
  handTradeMs: 8_000,
  botCount: 3,
  purse: 'ample',
  stopLoss: null,
  stopAfterMs: null,
};

/** Runs the seeds. Expects no violation of an invariant, and expects that every fault and every situation occurs at least once. */
export async function expectCleanSeeds(seeds: readonly number[]): Promise<void> {
  const total = newCounts();
  const broken: string[] = [];
  const runs = [
    ...seeds.map((seed) => ({ seed: String(seed) })),
    ...occasions.map((seed) => ({ seed, swarm: manualTrading })),
  ];
  for (const { seed, ...options } of runs) {
    const result = await runSeed(seed, options);
    addCounts(total, result.counts);
    for (const violation of result.violations)
      broken.push(`seed ${seed}: ${violation.invariant} at ${violation.at} ms: ${violation.text}`);
  }
  console.log(`${seeds.length} seeds from ${seeds[0]}; faults ${text(total.faults)}; situations ${text(total.goals)}`);
  expect(broken).toEqual([]);
  for (const name of faultNames) expect(total.faults.get(name), `the fault ${name} did not occur`).toBeGreaterThan(0);
  for (const [name, value] of total.goals) expect(value, `the situation ${name} did not occur`).toBeGreaterThan(0);
}

function text(counter: ReadonlyMap<string, number>): string {
  return [...counter].map(([name, value]) => `${name} ${value}`).join(', ');
}
