// Compares an entry rule with its controls: rounds at once, rounds at random with equal frequency, and no round (decision 45). The verdict is made by
// rule from the numbers.
import type { BacktestConfig } from '../config/config.ts';
import type { CandleIndex } from '../fast/search/candle-index.ts';
import { decimal } from '@rondo/decimal';
import { entryControls, whatIfJitter } from '../limits.ts';
import { runBacktest } from '../run/run-backtest.ts';
import { fillKinds } from '../walk/fill-columns.ts';
import type { EntryRules } from './entry-rules.ts';

/** The result of a run in USDT with the open lots at the last price, and the number of rounds that it opened. */
export type EntryRun = { readonly net: number; readonly rounds: number; readonly isLiquidated: boolean };

/** A run, with the lowest and the highest result in USDT when every re-entry is later by seeded waits (strategy 8.4). */
type BandedRun = EntryRun & { readonly low: number; readonly high: number };

/**
 * `edge`: the rule was better than every random control. `no_edge`: at least one random control was as good. `too_few`: the rule opened fewer rounds than
 * `entryControls.leastRounds`.
 */
export type EntryVerdict = 'edge' | 'no_edge' | 'too_few';

/**
 * A rule beside its controls (simulated). No round has the result 0. `share` is the part of the bars at which a random control opens a round.
 * `low`, `median` and `high` are the results of the random controls in USDT, and `asGood` is the number of random controls that were at least as good
 * as the rule.
 */
export type EntryComparison = {
  readonly rule: BandedRun;
  readonly always: BandedRun;
  readonly random: {
    readonly runs: number;
    readonly share: number;
    readonly rounds: number;
    readonly low: number;
    readonly median: number;
    readonly high: number;
  };
  readonly asGood: number;
  readonly verdict: EntryVerdict;
};

type Rule = Extract<EntryRules, { readonly kind: 'rule' }>;

/** Returns the comparison of the entry rule of a configuration, or null when its rounds need no signal. Funding is not included. */
export function compareEntry(index: CandleIndex, config: BacktestConfig): EntryComparison | null {
  const walk = walkEntryComparison(index, config);
  for (;;) {
    const step = walk.next();
    if (step.done === true) return step.value;
  }
}

/** Simulates one run at a time, and returns what `compareEntry` returns. The caller may stop between two runs. */
export function* walkEntryComparison(
  index: CandleIndex,
  config: BacktestConfig,
): Generator<undefined, EntryComparison | null, undefined> {
  const { entry, ...plain } = config;
  if (entry?.kind !== 'rule') return null;
  const rule = yield* bandOf(index, config);
  const always = yield* bandOf(index, plain);
  const share = yield* equalShare(index, { config: plain, entry, rounds: rule.rounds });
  const seeds = Array.from({ length: entryControls.runs }, (_, place) => place + 1);
  const controls: EntryRun[] = [];
  for (const seed of seeds) {
    controls.push(runOf(index, { ...plain, entry: { ...entry, kind: 'random', share, seed } }));
    yield;
  }
  const nets = controls.map(({ net }) => net).toSorted((a, b) => a - b);
  const asGood = nets.filter((net) => net >= rule.net).length;
  const random = {
    runs: nets.length,
    share,
    rounds: meanRounds(controls),
    low: nets[0] ?? 0,
    median: nets[Math.floor(nets.length / 2)] ?? 0,
    high: nets.at(-1) ?? 0,
  };
  return { rule, always, random, asGood, verdict: verdictOf(rule, asGood) };
}

function* bandOf(index: CandleIndex, config: BacktestConfig): Generator<undefined, BandedRun, undefined> {
  const run = runOf(index, config);
  let [low, high] = [run.net, run.net];
  for (let seed = 1; seed <= whatIfJitter.seeds; seed += 1) {
    yield;
    const reentryJitter = { seed, meanHours: decimal(whatIfJitter.meanHours) };
    const { net } = runOf(index, { ...config, reentryJitter });
    [low, high] = [Math.min(low, net), Math.max(high, net)];
  }
  yield;
  return { ...run, low, high };
}

function verdictOf({ rounds }: EntryRun, asGood: number): EntryVerdict {
  if (rounds < entryControls.leastRounds) return 'too_few';
  return asGood === 0 ? 'edge' : 'no_edge';
}

type Wanted = { readonly config: BacktestConfig; readonly entry: Rule; readonly rounds: number };

/** Returns the share of bars with which random entries open as many rounds as the rule. The share is found by bisection. */
function* equalShare(index: CandleIndex, { config, entry, rounds }: Wanted): Generator<undefined, number, undefined> {
  let [low, high] = [0, 1];
  for (let step = 0; step < entryControls.bisections; step += 1) {
    const share = (low + high) / 2;
    const trials: EntryRun[] = [];
    for (let trial = 0; trial < entryControls.trials; trial += 1) {
      const seed = entryControls.firstTrialSeed + trial;
      trials.push(runOf(index, { ...config, entry: { ...entry, kind: 'random', share, seed } }));
      yield;
    }
    if (meanRounds(trials) < rounds) low = share;
    else high = share;
  }
  return (low + high) / 2;
}

function runOf(index: CandleIndex, config: BacktestConfig): EntryRun {
  const { summary, fills } = runBacktest(index.candles, config, { index });
  const entry = fillKinds.indexOf('entry');
  let rounds = 0;
  for (let place = 0; place < fills.count; place += 1)
    if (fills.kind[place] === entry && fills.step[place] === 1) rounds += 1;
  return { net: Number(summary.netPnl) + Number(summary.unrealizedPnl), rounds, isLiquidated: summary.liquidated };
}

function meanRounds(runs: readonly EntryRun[]): number {
  return runs.reduce((sum, { rounds }) => sum + rounds, 0) / Math.max(1, runs.length);
}
