// Tests that a stop loss whose level is already passed at the opening does not close and open rounds without end (strategy 8.3).
import { expect, test } from 'vitest';
import { runSeed } from './run.ts';

/** In these runs a tight stop loss meets a mark price beyond it. Without the loss guard the first run has 45 stop losses in two minutes. */
const orbits = [
  ['50746', true],
  ['51316', false],
  ['51367', true],
] as const;
/** Strategy 8.3: the loss guard of a trading bot allows this number of stop losses within an hour. */
const mostStops = 4;

test.each(orbits)('seed %s has at most four stop losses an hour (waits: %s)', async (seed, waits) => {
  const { violations, stopsPerHour, counts } = await runSeed(seed);
  expect(stopsPerHour).toBeLessThanOrEqual(mostStops);
  expect((counts.goals.get('waitedAfterStop') ?? 0) > 0).toBe(waits);
  expect(violations).toEqual([]);
});
