// What settings would have done over years of candles: one run, and a band of runs with every path rule and several seeds of the re-entry jitter (decision 44).
import { decimal } from '@rondo/decimal';
import { intervalOf } from '../candles/candle-gaps.ts';
import { cellAt, type CandleColumns } from '../candles/columns.ts';
import { pathRules, type BacktestConfig, type JitterRules, type PathRule } from '../config/config.ts';
import type { CandleIndex } from '../fast/search/candle-index.ts';
import { maxWhatIfPoints, whatIfJitter } from '../limits.ts';
import { reportBacktest } from '../report/report.ts';
import { runBacktest, type BacktestResult } from '../run/run-backtest.ts';
import { fillKinds } from '../walk/fill-columns.ts';
import { equityPoints } from './equity-points.ts';

/**
 * One run of the band. `seed` is the seed of the jitter, or null for a run without jitter. `net` is the result in USDT with the open lots at the last price,
 * after all fees. `livedMs` is the time until the bot ended, or the whole span.
 */
export type WhatIfRun = {
  readonly path: PathRule;
  readonly seed: number | null;
  readonly net: number;
  readonly rounds: number;
  readonly cycles: number;
  readonly livedMs: number;
  readonly isLiquidated: boolean;
  /** The reason why the bot ended, or null while it runs at the last candle. A liquidation has its own field. */
  readonly stopped: string | null;
};

/** A liquidation or a stop loss: the begin of its candle in epoch ms, and the number of its round (from 1). */
export type WhatIfMark = { readonly at: number; readonly kind: 'stop' | 'liquidation'; readonly round: number };

/** The figures of the run with the path and the jitter of the configuration (simulated). Money is USDT, `share` is a part of the time. */
export type WhatIfMain = WhatIfRun & {
  /** The mean result of a year, or null when the bot has ended: it earns nothing more, so its result belongs to no further year. */
  readonly netPerYear: number | null;
  readonly worstFall: number;
  readonly timeInMarketShare: number;
  /** The instants of liquidations and stop losses with the numbers of their rounds (from 1), at most `maxWhatIfPoints`. */
  readonly marks: readonly WhatIfMark[];
};

/** The result of the runs so far. `low`, `high` and `equity` have one value per instant of `at`: the lowest, the highest and the main result in USDT. */
export type WhatIf = {
  readonly candles: number;
  readonly fromAt: number;
  readonly toAt: number;
  readonly main: WhatIfMain;
  readonly runs: readonly WhatIfRun[];
  readonly at: readonly number[];
  readonly equity: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
};

const yearMs = 365.25 * 24 * 3_600_000;

/**
 * Simulates the settings and yields the result after each run. The first result has only the main run. The last result has the main run, the other path
 * rules, and every path rule with each seed of the jitter. The caller may stop between two results.
 */
export function* walkWhatIf(index: CandleIndex, config: BacktestConfig): Generator<WhatIf, void> {
  const { candles } = index;
  const count = candles.at.length;
  const span = { fromAt: cellAt(candles.at, 0), toAt: cellAt(candles.at, count - 1) + intervalOf(candles) };
  const places = pointPlaces(count);
  const result = runBacktest(candles, config, { index });
  const equity = equityPoints(candles, config, { run: result, places });
  const main = mainOf(candles, config, { result, ...span });
  const runs: WhatIfRun[] = [main];
  const [low, high] = [[...equity], [...equity]];
  const at = places.map((place) => cellAt(candles.at, place));
  yield { candles: count, ...span, main, runs: [...runs], at, equity, low: [...low], high: [...high] };
  for (const other of otherRuns(config)) {
    const run = runBacktest(candles, other, { index });
    runs.push(runOf(candles, other, { result: run, ...span }));
    for (const [place, value] of equityPoints(candles, other, { run, places }).entries()) {
      low[place] = Math.min(low[place] ?? value, value);
      high[place] = Math.max(high[place] ?? value, value);
    }
    yield { candles: count, ...span, main, runs: [...runs], at, equity, low: [...low], high: [...high] };
  }
}

/** Returns the result of all runs. */
export function whatIf(index: CandleIndex, config: BacktestConfig): WhatIf {
  let last: WhatIf | null = null;
  for (const result of walkWhatIf(index, config)) last = result;
  if (last === null) throw new Error('A what-if always has a main run.');
  return last;
}

/** Returns the configurations of the band without the configuration of the main run. */
function otherRuns(config: BacktestConfig): readonly BacktestConfig[] {
  const { reentryJitter: _without, ...plain } = config;
  const jitters: readonly (JitterRules | null)[] = [null, ...seededJitters()];
  const all = jitters.flatMap((jitter) =>
    pathRules.map((path): BacktestConfig => ({
      ...plain,
      path,
      ...(jitter === null ? {} : { reentryJitter: jitter }),
    })),
  );
  return all.filter(
    ({ path, reentryJitter }) => path !== config.path || reentryJitter?.seed !== config.reentryJitter?.seed,
  );
}

function seededJitters(): readonly JitterRules[] {
  const meanHours = decimal(whatIfJitter.meanHours);
  return Array.from({ length: whatIfJitter.seeds }, (_, place) => ({ seed: place + 1, meanHours }));
}

type RunInput = { readonly result: BacktestResult; readonly fromAt: number; readonly toAt: number };

function runOf(candles: CandleColumns, config: BacktestConfig, { result, fromAt, toAt }: RunInput): WhatIfRun {
  const { summary } = result;
  const endAt = hasEnded(result) ? cellAt(candles.at, Math.max(0, summary.candles - 1)) : toAt;
  return {
    path: config.path,
    seed: config.reentryJitter?.seed ?? null,
    net: Number(summary.netPnl) + Number(summary.unrealizedPnl),
    rounds: summary.rounds,
    cycles: summary.cycles,
    livedMs: endAt - fromAt,
    isLiquidated: summary.liquidated,
    stopped: summary.stopped,
  };
}

function hasEnded({ summary }: BacktestResult): boolean {
  return summary.liquidated || summary.stopped !== null;
}

function perYear(net: number, spanMs: number): number {
  return spanMs === 0 ? 0 : (net * yearMs) / spanMs;
}

function mainOf(candles: CandleColumns, config: BacktestConfig, input: RunInput): WhatIfMain {
  const { result, fromAt, toAt } = input;
  const run = runOf(candles, config, input);
  const report = reportBacktest(candles, config, { run: result });
  return {
    ...run,
    netPerYear: hasEnded(result) ? null : perYear(run.net, toAt - fromAt),
    worstFall: report.maxDrawdownOpen,
    timeInMarketShare: report.timeInMarketShare,
    marks: marksOf(candles, result),
  };
}

/** Returns the last stop losses and the liquidation of a run. */
function marksOf(candles: CandleColumns, { fills }: BacktestResult): WhatIfMain['marks'] {
  const [entry, stop, liquidation] = (['entry', 'stop', 'liquidation'] as const).map((kind) => fillKinds.indexOf(kind));
  const marks: WhatIfMark[] = [];
  let round = 0;
  for (let place = 0; place < fills.count; place += 1) {
    const kind = fills.kind[place];
    if (kind === entry && fills.step[place] === 1) round += 1;
    if (kind === stop || kind === liquidation)
      marks.push({
        at: cellAt(candles.at, cellAt(fills.candle, place)),
        kind: kind === stop ? 'stop' : 'liquidation',
        round,
      });
  }
  return marks.slice(-maxWhatIfPoints);
}

/** Returns the indexes of the candles at whose close the result is drawn. The last index is the last candle. */
function pointPlaces(count: number): readonly number[] {
  const points = Math.min(count, maxWhatIfPoints);
  return Array.from({ length: points }, (_, place) => Math.round(((place + 1) * count) / points) - 1);
}
