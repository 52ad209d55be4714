// Many configurations over one series of candles, with progress and cancellation.
import type { FundingRate } from './candles.ts';
import type { CandleColumns } from './columns.ts';
import type { BacktestConfig } from './config.ts';
import { runBacktest } from './run-backtest.ts';
import type { WalkSummary } from './walk.ts';

/** `mayContinue` is asked between pieces of work with the share that is done, 0..1; false cancels the sweep. */
export type SweepOptions = {
  readonly funding?: readonly FundingRate[];
  readonly mayContinue?: (done: number) => boolean;
};

/** One configuration's figures; `config` is its place in the list that was given. */
export type SweepRow = {
  readonly config: number;
  readonly summary: WalkSummary;
  readonly fingerprint: number;
};

/** The rows in the order of the configurations; a cancelled sweep has none. */
export type SweepResult = { readonly isCancelled: boolean; readonly rows: readonly SweepRow[] };

/** Walks every configuration over the candles. Each row equals that configuration's `runBacktest`. */
export function runSweep(
  candles: CandleColumns,
  configs: readonly BacktestConfig[],
  options: SweepOptions = {},
): SweepResult {
  const { funding, mayContinue } = options;
  const rows: SweepRow[] = [];
  for (const [index, config] of configs.entries()) {
    if (mayContinue?.(index / configs.length) === false) return { isCancelled: true, rows: [] };
    const { summary, fingerprint } = runBacktest(candles, config, funding === undefined ? {} : { funding });
    rows.push({ config: index, summary, fingerprint });
  }
  return { isCancelled: false, rows };
}
