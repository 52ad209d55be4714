// Tests that a stop loss whose level is already passed at the opening does not close and open rounds without end (strategy 8.3).
import { expect, test } from 'vitest';
import { runSeed } from './run.ts';

/** In these runs a tight stop loss meets a mark price beyond it. Without the loss guard a run had 45 stop losses in two minutes. */
const orbits = ['50746', '51316', '51367'];
/** Strategy 8.3: the loss guard of a trading bot allows this number of stop losses within an hour. */
const mostStops = 4;

test.each(orbits)('seed %s has at most four stop losses an hour', async (seed) => {
  const { violations, stopsPerHour } = await runSeed(seed);
  expect(stopsPerHour).toBeLessThanOrEqual(mostStops);
  expect(violations).toEqual([]);
});
