// Compares an entry rule with its controls: rounds at once, rounds at random with equal frequency, and no round (decision 45). The verdict is made by
// rule from the numbers.
import type { BacktestConfig } from '../config/config.ts';
import type { CandleIndex } from '../fast/search/candle-index.ts';
import { entryControls } from '../limits.ts';
import {
  bandOf,
  judgeControls,
  meanRounds,
  resultOf,
  runOf,
  type BandedRun,
  type ControlRun,
  type ControlVerdict,
  type RandomControls,
} from './control-runs.ts';
import type { EntryRules } from './entry-rules.ts';

/**
 * A rule beside its controls (simulated). No round has the result 0. `share` is the part of the bars at which a random control opens a round.
 * `low`, `median` and `high` are the results of the random controls in USDT, and `asGood` is the number of random controls that were at least as good
 * as the rule.
 */
export type EntryComparison = {
  readonly rule: BandedRun;
  readonly always: BandedRun;
  readonly random: RandomControls & { readonly share: number };
  readonly asGood: number;
  readonly verdict: ControlVerdict;
};

type Rule = Extract<EntryRules, { readonly kind: 'rule' }>;

/** Returns the comparison of the entry rule of a configuration, or null when its rounds need no signal. Funding is not included. */
export function compareEntry(index: CandleIndex, config: BacktestConfig): EntryComparison | null {
  return resultOf(walkEntryComparison(index, config));
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
  const controls: ControlRun[] = [];
  for (const seed of seeds) {
    controls.push(runOf(index, { ...plain, entry: { ...entry, kind: 'random', share, seed } }));
    yield;
  }
  const { random, ...judged } = judgeControls(rule, controls);
  return { rule, always, random: { ...random, share }, ...judged };
}

type Wanted = { readonly config: BacktestConfig; readonly entry: Rule; readonly rounds: number };

/** Returns the share of bars with which random entries open as many rounds as the rule. The share is found by bisection. */
function* equalShare(index: CandleIndex, { config, entry, rounds }: Wanted): Generator<undefined, number, undefined> {
  let [low, high] = [0, 1];
  for (let step = 0; step < entryControls.bisections; step += 1) {
    const share = (low + high) / 2;
    const trials: ControlRun[] = [];
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
