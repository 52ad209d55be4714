// Two hundred seeds of the whole engine under faults; every fault and every interesting situation must have occurred.
import { expect, test } from 'vitest';
import { addCounts, newCounts } from './counts.ts';
import { runSeed } from './run.ts';

const seeds = 200;
const boundMs = 120_000;

test(
  'two hundred seeds keep every invariant, and each fault and situation occurs',
  async () => {
    const total = newCounts();
    const broken: string[] = [];
    for (let seed = 1; seed <= seeds; seed += 1) {
      const result = await runSeed(String(seed));
      addCounts(total, result.counts);
      for (const violation of result.violations) broken.push(`seed ${seed}: ${violation.invariant} at ${violation.at} ms: ${violation.text}`);
    }
    console.log(`${seeds} seeds; faults ${text(total.faults)}; situations ${text(total.goals)}`);
    expect(broken).toEqual([]);
    for (const [name, value] of [...total.faults, ...total.goals]) expect(value, `${name} never occurred`).toBeGreaterThan(0);
  },
  boundMs,
);

test('a seed gives the same run twice', async () => {
  for (const seed of ['7', '13', '21']) {
    const [first, second] = [await runSeed(seed), await runSeed(seed)];
    expect(second.fingerprint).toBe(first.fingerprint);
    expect([...second.counts.faults]).toEqual([...first.counts.faults]);
  }
});

function text(counter: ReadonlyMap<string, number>): string {
  return [...counter].map(([name, value]) => `${name} ${value}`).join(', ');
}
