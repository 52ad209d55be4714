// Tests that a bot survives kills of the server and of the exchange, and that a second server on one data folder does not start.
import { afterEach, expect, test } from 'vitest';
import { runCrashTrial } from './support/crash-trial.ts';
import { discardHome, exitOf, spawnProduct, startProduct, statusOf } from './support/product.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('a bot completes its rounds after three kills of the server and one kill of the exchange, and reports every fill exactly once', async () => {
  const lines: string[] = [];
  const outcome = await runCrashTrial({
    serverKills: 3,
    exchangeKills: 1,
    seed: 1,
    write: (line) => void lines.push(line),
  });
  expect(lines).toHaveLength(4);
  expect(outcome.disagreements).toEqual([]);
  expect(outcome.netOfFills).toBe(outcome.netOfBills);
  expect(outcome.fills).toBeGreaterThan(1);
  expect(outcome.endedAfterKills).toBeGreaterThan(0);
  expect(outcome.phase).toBe('completed');
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
