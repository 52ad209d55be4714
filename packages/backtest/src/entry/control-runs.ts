// The runs of a comparison with controls, and the verdict that follows from their results (decision 45).
import { decimal } from '@rondo/decimal';
import type { BacktestConfig } from '../config/config.ts';
import type { CandleIndex } from '../fast/search/candle-index.ts';
import { entryControls, whatIfJitter } from '../limits.ts';
import { runBacktest } from '../run/run-backtest.ts';
import { fillKinds } from '../walk/fill-columns.ts';

/** The result of a run in USDT with the open lots at the last price, and the number of rounds that it opened. */
export type ControlRun = { readonly net: number; readonly rounds: number; readonly isLiquidated: boolean };

/** A run, with the lowest and the highest result in USDT when every re-entry is later by seeded waits (strategy 8.4). */
export type BandedRun = ControlRun & { readonly low: number; readonly high: number };

/**
 * `edge`: the subject was better than every random control. `no_edge`: at least one random control was as good. `too_few`: the subject opened fewer rounds than
 * `entryControls.leastRounds`.
 */
export type ControlVerdict = 'edge' | 'no_edge' | 'too_few';

/** The results of random controls in USDT, and the mean of the rounds that they opened. */
export type RandomControls = {
  readonly runs: number;
  readonly rounds: number;
  readonly low: number;
  readonly median: number;
  readonly high: number;
};

/** Returns the results of random controls, the number of those that were at least as good as the subject, and the verdict. */
export function judgeControls(
  subject: ControlRun,
  controls: readonly ControlRun[],
): { readonly random: RandomControls; readonly asGood: number; readonly verdict: ControlVerdict } {
  const nets = controls.map(({ net }) => net).toSorted((a, b) => a - b);
  const asGood = nets.filter((net) => net >= subject.net).length;
  const random = {
    runs: nets.length,
    rounds: meanRounds(controls),
    low: nets[0] ?? 0,
    median: nets[Math.floor(nets.length / 2)] ?? 0,
    high: nets.at(-1) ?? 0,
  };
  if (subject.rounds < entryControls.leastRounds) return { random, asGood, verdict: 'too_few' };
  return { random, asGood, verdict: asGood === 0 ? 'edge' : 'no_edge' };
}

/** Runs a configuration alone, and with each seed of the re-entry jitter. The caller may stop between two runs. */
export function* bandOf(index: CandleIndex, config: BacktestConfig): Generator<undefined, BandedRun, undefined> {
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

/** Runs a configuration without funding. */
export function runOf(index: CandleIndex, config: BacktestConfig): ControlRun {
  const { summary, fills } = runBacktest(index.candles, config, { index });
  const entry = fillKinds.indexOf('entry');
  let rounds = 0;
  for (let place = 0; place < fills.count; place += 1)
    if (fills.kind[place] === entry && fills.step[place] === 1) rounds += 1;
  return { net: Number(summary.netPnl) + Number(summary.unrealizedPnl), rounds, isLiquidated: summary.liquidated };
}

/** Returns the mean number of rounds. */
export function meanRounds(runs: readonly ControlRun[]): number {
  return runs.reduce((sum, { rounds }) => sum + rounds, 0) / Math.max(1, runs.length);
}

/** Ends a walk that stops between its runs, and returns its result. */
export function resultOf<Result>(walk: Generator<undefined, Result, undefined>): Result {
  for (;;) {
    const step = walk.next();
    if (step.done === true) return step.value;
  }
}
