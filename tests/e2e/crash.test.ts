// Tests that bots survive kills of server, exchange and database and a cut of the network, and that a second server on one data folder does not start.
import { afterEach, expect, test } from 'vitest';
import type { CrashFault } from './crash/faults.ts';
import { runCrashTrial } from './crash/trial.ts';
import { discardHome, exitOf, spawnProduct, startProduct, statusOf } from './support/product.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('the bots of two accounts complete their rounds after kills of server, exchange and database and a cut of the network, and report every fill exactly once', async () => {
  const lines: string[] = [];
  const faults: CrashFault[] = ['kill server', 'kill exchange', 'cut network', 'kill server and database'];
  const outcome = await runCrashTrial({
    accounts: 2,
    seed: 1,
    nextFault: () => faults.shift() ?? null,
    write: (line) => void lines.push(line),
  });
  expect(lines.filter((line) => line.startsWith('fault'))).toHaveLength(4);
  expect(outcome.disagreements).toEqual([]);
  expect(outcome.fills).toBeGreaterThan(2);
  expect(outcome.roundsAfterFaults).toBeGreaterThan(0);
});

test('a second start on the same data folder fails with a message, and the first server continues to run', async () => {
  const first = await startProduct({ environment: { RONDO_DEMO: 'none' } });
  cleanups.push(async () => {
    await first.stop();
    await discardHome(first.home);
  });
  const second = await spawnProduct({ home: first.home, environment: { RONDO_DEMO: 'none' } });
  expect(await exitOf(second.child)).toBe(1);
  expect(second.output()).toContain('could not start');
  expect(second.output()).toContain(first.home);
  expect(await statusOf(`${first.origin}/api/health`)).toBe(200);
});
