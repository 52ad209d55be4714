// Compares the journal in PostgreSQL with the journal in memory in whole runs of the simulation, in which processes are killed. Both
// journals must return equal results (decision 40).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { runOnDatabase } from '../../simulation/command/database-run.ts';
import { castOf } from '../../simulation/world/cast.ts';
import { drawSwarm } from '../../simulation/faults/swarm.ts';
import { sampleOf } from '../../sample.ts';

/** The runs of these seeds have kills and several bots, and some runs have manual trades and funding. A run takes some seconds, because it waits for every result of PostgreSQL. */
const seeds = ['9', '20', '26', '30'];
const boundMs = 80_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

test(
  'both journals return equal results in a long run of two accounts',
  async () => {
    const { result, compared } = await runOnDatabase(database, '50', { isLong: true });
    expect(result.violations.slice(0, 3)).toEqual([]);
    expect(compared).toBeGreaterThan(300);
  },
  boundMs,
);

test.each(sampleOf(seeds, 2))(
  'the run of seed %s violates no invariant with the journal in PostgreSQL, and both journals return equal results',
  async (seed) => {
    const { result, compared } = await runOnDatabase(database, seed);
    const { violations, fills, counts } = result;
    expect(violations.slice(0, 3)).toEqual([]);
    expect(compared).toBeGreaterThan(50);
    // When a change of the code makes one of these expectations fail, replace the seed. A run without fills, kills or a second bot would not test the journal.
    expect(fills).toBeGreaterThan(0);
    expect(counts.faults.get('kill')).toBeGreaterThan(0);
    expect(castOf(drawSwarm(seed)).bots.length).toBeGreaterThan(1);
  },
  boundMs,
);
