// Named scenarios: conditions and seeds of runs that once failed, or that show one situation. `npm run simulate -- --scenario NAME` runs one.
import { calm } from '../faults/swarm.ts';
import type { RunOptions, RunResult } from '../run.ts';
import { placeOrphan } from './orphan-order.ts';
import { recoverBot } from './recovery.ts';
import { stillMarket } from './still-market.ts';
import { stopFrozenBot, unreadableFill } from './unreadable-row.ts';

export type Scenario = {
  readonly name: string;
  readonly story: string;
  /** The seeds of the scenario. When the command names seeds, they replace these seeds. */
  readonly seeds: readonly string[];
  readonly options: RunOptions;
  /** True for a scenario that takes too long for `npm test`. The nightly run has it. */
  readonly isNightly?: boolean;
  /** Returns a text for each property that the result must have and does not have. */
  readonly missing?: (result: RunResult) => readonly string[];
};

/** Strategy 8.3: the loss guard of a trading bot allows this number of stop losses within an hour. */
const mostStops = 4;

/** Without the loss guard a run of these seeds had 45 stop losses in two minutes, because a tight stop loss met a mark price beyond it. */
const stopOrbits = ['50746', '51316', '51367'];
/** In an hour this seed has a fifth stop loss, which locks its bot (strategy 8.3). */
const lockedOrbit = '51367';
const hourMs = 3_600_000;

/** In the net mode the owner can reduce a position while its exit rests. In the hedge mode the exchange refuses such an order. */
const netMarket = { ...stillMarket, posMode: 'net_mode' } as const;

/** All scenarios. */
export const scenarios: readonly Scenario[] = [
  { name: 'short', story: 'a run of the test suite: two accounts for two minutes', seeds: ['1'], options: {} },
  // The end of a run finds every resting order that is not desired, so a run without a violation has cancelled the orphan order.
  {
    name: 'orphan-order',
    story: 'an entry with a client id of ours and without an intent',
    seeds: ['4', '5'],
    options: {
      swarm: {
        ...calm,
        killMs: 0,
        jumpMs: 0,
        userActMs: 0,
        handTradeMs: 0,
        purse: 'ample',
        stopAfterMs: null,
        setsLast: false,
      },
      script: placeOrphan,
      expectedLines: ['order.withoutIntent'],
    },
    missing: ({ log }) =>
      log.has('order.orphanCancelled') ? [] : ['the orphan order was not cancelled by the engine'],
  },
  {
    name: 'unreadable-row',
    story: 'a fill is listed as a row that cannot be read, so its bot is frozen, and the owner stops the frozen bot',
    seeds: ['4'],
    options: {
      swarm: stillMarket,
      defect: unreadableFill,
      script: stopFrozenBot,
      expectedLines: ['ledger.unreadable', 'bot.frozen'],
    },
  },
  {
    name: 'recovery-continue',
    story: 'the owner reduces the position by hand, and lets the bot continue',
    seeds: ['4'],
    options: { swarm: netMarket, script: recoverBot('continue') },
  },
  {
    name: 'recovery-exits-only',
    story: 'the owner reduces the position by hand, and lets the bot only exit',
    seeds: ['4'],
    options: { swarm: netMarket, script: recoverBot('exitsOnly') },
  },
  ...stopOrbits.map((seed) => ({
    name: `stop-orbit-${seed}`,
    story: 'a stop loss whose level the market has passed at the opening of the round',
    seeds: [seed],
    options: {},
    missing: atMost(mostStops),
  })),
  ...stopOrbits.map((seed) => ({
    name: `stop-hour-${seed}`,
    story: 'the same situation for an hour on a price that does not move',
    seeds: [seed],
    options: { swarm: { healMs: hourMs } },
    isNightly: true,
    missing: atMost(seed === lockedOrbit ? mostStops + 1 : mostStops),
  })),
];

function atMost(stops: number): (result: RunResult) => readonly string[] {
  return ({ stopsPerHour }) => (stopsPerHour > stops ? [`a bot had ${stopsPerHour} stop losses within an hour`] : []);
}
