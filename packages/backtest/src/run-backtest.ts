// One back-test over columns of candles: the figures, the fills and their fingerprint.
import type { FundingRate } from './candles.ts';
import { candlesIn, type CandleColumns } from './columns.ts';
import type { BacktestConfig, PathRule } from './config.ts';
import { fillKinds, fingerprintOf, recordFills, type FillColumns } from './fill-columns.ts';
import { walkCandles, type WalkSummary } from './walk.ts';

/** Which code walks: the strategy's own reducer candle by candle. */
export type BacktestEngine = 'reducer';

/** `funding` is in the order of time. */
export type BacktestOptions = {
  readonly funding?: readonly FundingRate[];
  readonly engine?: BacktestEngine;
};

/** A run: its figures, every fill, the fingerprint of the fills, and the engine that walked. */
export type BacktestResult = {
  readonly summary: WalkSummary;
  readonly fills: FillColumns;
  readonly fingerprint: number;
  readonly engine: BacktestEngine;
};

/** Walks one bot over candles (strategy.md 7). Every engine gives the same result. */
export function runBacktest(
  candles: CandleColumns,
  config: BacktestConfig,
  options: BacktestOptions = {},
): BacktestResult {
  return runReducer(candles, config, options);
}

/** The figures of one bot under every path rule; shown beside any simulated result (decision 30). */
export function bracketOf(
  candles: CandleColumns,
  config: BacktestConfig,
  options: BacktestOptions = {},
): Readonly<Record<PathRule, WalkSummary>> {
  const under = (path: PathRule): WalkSummary => runBacktest(candles, { ...config, path }, options).summary;
  return {
    byClose: under('byClose'),
    favourableFirst: under('favourableFirst'),
    adverseFirst: under('adverseFirst'),
  };
}

function runReducer(candles: CandleColumns, config: BacktestConfig, options: BacktestOptions): BacktestResult {
  const { funding } = options;
  const walk = walkCandles({ config, candles: candlesIn(candles), ...(funding === undefined ? {} : { funding }) });
  const recorder = recordFills();
  let candle = 0;
  for (const fill of walk.fills) {
    while ((candles.at[candle] ?? Number.POSITIVE_INFINITY) < fill.at) candle += 1;
    recorder.take(candle, {
      kind: fillKinds.indexOf(fill.kind),
      step: fill.step,
      price: Number(fill.price),
      lots: Number(fill.lots),
    });
  }
  const fills = recorder.columns();
  return { summary: walk.summary, fills, fingerprint: fingerprintOf(fills), engine: 'reducer' };
}
