// One back-test over columns of candles: the figures, the fills and their fingerprint.
import type { FundingRate } from './candles.ts';
import type { CandleColumns } from './columns.ts';
import type { BacktestConfig, PathRule } from './config.ts';
import { makeFastBot } from './fast/bot.ts';
import { indexCandles, type CandleIndex } from './fast/candle-index.ts';
import { planFunding } from './fast/funding-plan.ts';
import { summaryOfFast, walkFast } from './fast/run-fast.ts';
import { fastTermsOf } from './fast/terms.ts';
import { fillKinds, fingerprintOf, recordFills, type FillColumns } from './fill-columns.ts';
import { walkColumns, type WalkSummary } from './walk.ts';

/** Which code walks: the strategy's reducer candle by candle, the fast loop candle by candle, or the fast loop by index. */
export type BacktestEngine = 'reducer' | 'scan' | 'indexed';

/** `funding` is in the order of time. `index` is that of the same candles, for runs that share it. Engine: `indexed`. */
export type BacktestOptions = {
  readonly funding?: readonly FundingRate[];
  readonly engine?: BacktestEngine;
  readonly index?: CandleIndex;
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
  const { engine = 'indexed' } = options;
  const fast = engine === 'reducer' ? null : runFast(candles, config, { ...options, engine });
  return fast ?? runReducer(candles, config, options);
}

/** The figures of one bot under every path rule; shown beside any simulated result (decision 30). */
export function bracketOf(
  candles: CandleColumns,
  config: BacktestConfig,
  options: BacktestOptions = {},
): Readonly<Record<PathRule, WalkSummary>> {
  const index = options.index ?? indexCandles(candles);
  const under = (path: PathRule): WalkSummary =>
    runBacktest(candles, { ...config, path }, { ...options, index }).summary;
  return {
    byClose: under('byClose'),
    favourableFirst: under('favourableFirst'),
    adverseFirst: under('adverseFirst'),
  };
}

/** Null when the fast loop cannot promise exactness for this configuration. */
function runFast(
  candles: CandleColumns,
  config: BacktestConfig,
  options: BacktestOptions & { readonly engine: 'scan' | 'indexed' },
): BacktestResult | null {
  const { engine } = options;
  const index = options.index ?? indexCandles(candles);
  const terms = fastTermsOf(config, index.highest);
  if (terms === null) return null;
  const recorder = recordFills();
  const bot = makeFastBot(terms, planFunding(candles, options.funding), recorder);
  const seek = engine === 'scan' ? 'scan' : 'index';
  if (!walkFast(bot, index, { end: candles.at.length, seek })) return null;
  return {
    summary: summaryOfFast(bot, index),
    fills: recorder.columns(),
    fingerprint: bot.fingerprint,
    engine,
  };
}

function runReducer(candles: CandleColumns, config: BacktestConfig, options: BacktestOptions): BacktestResult {
  const walk = walkColumns(config, candles, options.funding);
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
