// Named scenarios: conditions and seeds of runs that once failed, or that show one situation. `npm run simulate -- --scenario NAME` runs one.
import type { RunOptions, RunResult } from '../run.ts';

export type Scenario = {
  readonly name: string;
  readonly story: string;
  /** The seeds of the scenario. When the command names seeds, they replace these seeds. */
  readonly seeds: readonly string[];
  readonly options: RunOptions;
  /** Returns a text for each property that the result must have and does not have. */
  readonly missing?: (result: RunResult) => readonly string[];
};

/** Strategy 8.3: the loss guard of a trading bot allows this number of stop losses within an hour. */
const mostStops = 4;

/** Without the loss guard a run of these seeds had 45 stop losses in two minutes, because a tight stop loss met a mark price beyond it. */
const stopOrbits = ['50746', '51316', '51367'];

/** All scenarios. */
export const scenarios: readonly Scenario[] = [
  { name: 'short', story: 'a run of the test suite: two accounts for two minutes', seeds: ['1'], options: {} },
  ...stopOrbits.map((seed) => ({
    name: `stop-orbit-${seed}`,
    story: 'a stop loss whose level the market has passed at the opening of the round',
    seeds: [seed],
    options: {},
    missing: ({ stopsPerHour }: RunResult) =>
      stopsPerHour > mostStops ? [`a bot had ${stopsPerHour} stop losses within an hour`] : [],
  })),
];
