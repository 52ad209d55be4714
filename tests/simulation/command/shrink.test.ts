// Tests that a run with a known bug shrinks to a small run that violates the same invariant.
import { expect, test } from 'vitest';
import { defects } from '../faults/defects.ts';
import { runSeed } from '../run.ts';
import { readShrunk, runShrunk, shrink } from './shrink.ts';

const seed = '7';
const boundMs = 120_000;

test(
  'a run with a known bug shrinks to a quarter of its time and a tenth of its faults, and the shrunk run violates the same invariant only with the bug',
  async () => {
    const defect = defects.find(({ name }) => name === 'M3');
    if (defect === undefined) throw new Error('The known bug M3 does not exist.');
    const whole = await runSeed(seed, { defect, reduction: {} });
    const shrunk = await shrink({ seed, isLong: false, defect, runsMax: 16, invariants: defect.caughtBy });
    if (shrunk === null) throw new Error('The run of the seed does not find the known bug. Replace the seed.');
    const read = readShrunk(JSON.stringify(shrunk));
    const { violations, occurrences, swarm } = await runShrunk(read, defect);
    expect(violations.map(({ invariant }) => invariant)).toContain(shrunk.invariant);
    expect(occurrences.length).toBeLessThan(whole.occurrences.length / 10);
    expect(read.reduction.chaosEndMs).toBeLessThan(swarm.chaosMs / 4);
    expect(read.steps).toHaveLength(occurrences.length + 1);
    expect((await runShrunk(read, null)).violations).toEqual([]);
  },
  boundMs,
);

test('a run without a violation does not shrink', async () => {
  const input = { seed, isLong: false, defect: null, runsMax: 1, invariants: null };
  expect(await shrink(input)).toBeNull();
});
