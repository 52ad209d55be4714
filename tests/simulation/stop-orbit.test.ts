// Tests that the loss guard ends a loop of losses (strategy 8.3): a round opens, the price is already beyond its stop loss, the round closes
// with a loss, and the next round opens.
import { expect, test } from 'vitest';
import { runSeed } from './run.ts';

/** In these runs the mark price is beyond the stop loss when a round opens. Without the loss guard one run had 45 stop losses in two minutes. */
const orbits = ['50746', '51316', '51367'];
/** The loss guard of a trading bot allows this number of stop losses within an hour (strategy 8.3). */
const mostStops = 4;

test.each(orbits)(
  'the loss guard allows at most four stop losses within an hour in the run of seed %s',
  async (seed) => {
    const { violations, stopsPerHour } = await runSeed(seed);
    expect(stopsPerHour).toBeLessThanOrEqual(mostStops);
    expect(violations).toEqual([]);
  },
);
