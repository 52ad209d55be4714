// Named scenarios: conditions and seeds of runs that once failed, or that show one situation. `npm run simulate -- --scenario NAME` runs one.
import { drawStorm } from '../faults/long-swarm.ts';
import { noRareFaults } from '../faults/rare-faults.ts';
import { calm } from '../faults/swarm.ts';
import { stopsPerHourMax } from '../monitors/stop-count.ts';
import type { RunOptions, RunResult } from '../run.ts';
import { placeOrphan } from './orphan-order.ts';
import { fillPoison, poisonFill } from './poison-fill.ts';
import { recoverBot } from './recovery.ts';
import { sendSignals, signalCast } from './signals.ts';
import { stillMarket } from './still-market.ts';
import { stopFrozenBot, unreadableFill } from './unreadable-row.ts';
import { pauseOwners } from './zombie.ts';

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

/** Without the loss guard a run of these seeds had 45 stop losses in two minutes, because a tight stop loss met a mark price beyond it. */
const stopOrbits = ['50746', '51316', '51367'];
/** In the runs of these seeds signals open rounds. */
const signalSeeds: readonly string[] = ['1', '2', '4'];
const hourMs = 3_600_000;
/** The conditions of these runs have no fault, and their owners do not trade by hand. */
const noFaults = { ...calm, killMs: 0, jumpMs: 0, userActMs: 0, handTradeMs: 0 } as const;

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
        ...noFaults,
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
    name: 'shared-prices',
    story:
      'the nine accounts of two machines read their prices through the client, and the exchange refuses no reading',
    seeds: ['207'],
    options: {
      isLong: true,
      swarm: { crew: { accounts: 9, botsEach: 1 }, botCount: 9, chaosMs: 15_000, healMs: 20_000 },
    },
  },
  {
    name: 'zombie',
    story:
      'three processes share two accounts, and the owner of an account is paused until another process has its lease',
    seeds: ['1'],
    options: {
      isLong: true,
      swarm: {
        machines: 3,
        crew: { accounts: 2, botsEach: 2 },
        botCount: 4,
        marketStepMs: 1_000,
        prices: 'board',
        chaosMs: 240_000,
        healMs: 60_000,
        volatility: 0.001,
        killMs: 0,
        rare: noRareFaults,
      },
      script: pauseOwners,
    },
    missing: ({ counts }) => ((counts.faults.get('pause') ?? 0) > 0 ? [] : ['no process was paused']),
  },
  {
    name: 'storm',
    story:
      'two machines and four accounts for four hours, in which every fault occurs as often as in the most severe long runs',
    seeds: ['1'],
    options: {
      isLong: true,
      swarm: {
        ...drawStorm('1'),
        machines: 2,
        crew: { accounts: 4, botsEach: 1 },
        botCount: 4,
        prices: 'board',
        chaosMs: 4 * hourMs,
      },
    },
    isNightly: true,
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
    name: 'poison-fill',
    story: 'a fill arrives without a fee, so its bot is frozen, and the owner stops the frozen bot',
    seeds: ['4'],
    options: {
      swarm: stillMarket,
      defect: poisonFill,
      script: fillPoison,
      expectedLines: ['bot.frozen'],
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
  {
    name: 'signals',
    story:
      'the bots wait for signals, which arrive in time, late, doubled or not at all, under all faults of the short runs',
    seeds: signalSeeds,
    options: { swarm: { purse: 'ample' }, castOf: signalCast, script: sendSignals },
    missing: ({ fills, swarm }) => (fills > 0 || !signalSeeds.includes(swarm.seed) ? [] : ['no signal opened a round']),
  },
  ...stopOrbits.map((seed) => ({
    name: `stop-orbit-${seed}`,
    story: 'a stop loss whose level the market has passed at the opening of the round',
    seeds: [seed],
    options: {},
    missing: fewStops,
  })),
  ...stopOrbits.map((seed) => ({
    name: `stop-calm-${seed}`,
    story: 'the same situation for an hour without faults',
    seeds: [seed],
    options: { swarm: { ...noFaults, healMs: hourMs } },
    isNightly: true,
    missing: fewStops,
  })),
  ...stopOrbits.map((seed) => ({
    name: `stop-hour-${seed}`,
    story: 'the same situation for an hour on a price that does not move',
    seeds: [seed],
    options: { swarm: { healMs: hourMs } },
    isNightly: true,
    missing: fewStops,
  })),
];

function fewStops({ stopsPerHour }: RunResult): readonly string[] {
  return stopsPerHour > stopsPerHourMax ? [`a bot had ${stopsPerHour} stop losses within an hour`] : [];
}
