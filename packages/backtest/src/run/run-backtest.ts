// Runs one back-test over columns of candles. The result contains the figures, the fills and their fingerprint.
import { add, formatFixed, subtract } from '@rondo/decimal';
import { feesPaid, fundingReceived } from '@rondo/strategy';
import type { FundingRate } from '../candles/candles.ts';
import { cellAt, type CandleColumns } from '../candles/columns.ts';
import type { BacktestConfig, PathRule } from '../config/config.ts';
import { signalsOf } from '../entry/signal-gate.ts';
import { makeFastBot } from '../fast/bot.ts';
import { indexCandles, type CandleIndex } from '../fast/search/candle-index.ts';
import { planFunding } from '../fast/funding-plan.ts';
import { totalsOf, type ExactSums } from '../fast/rounding/exact.ts';
import { summaryOfFast, walkFast } from '../fast/run-fast.ts';
import { fastTermsOf } from '../fast/terms.ts';
import { fillKinds, fingerprintOf, recordFills, type FillColumns } from '../walk/fill-columns.ts';
import { walkColumns, type WalkSummary } from '../walk/walk.ts';

/** The code that simulates a bot: the reducer of the strategy, the fast loop with a scan of every candle, or the fast loop with the index. */
export type BacktestEngine = 'reducer' | 'scan' | 'indexed';

/**
 * The options of a run. `funding` is in time order. `index` is the index of these candles, which several runs can
 * share. The default engine is `indexed`.
 */
export type BacktestOptions = {
  readonly funding?: readonly FundingRate[];
  readonly engine?: BacktestEngine;
  readonly index?: CandleIndex;
};

/**
 * The exact sums of a run, in USDT with 8 decimal places: the profit before fees and funding, the paid fees, and the
 * received funding. Paid funding is negative.
 */
export type MoneyTotals = { readonly grossPnl: string; readonly fees: string; readonly funding: string };

/** The result of a run: its figures, every fill, the fingerprint of the fills, and the engine that simulated the bot. */
export type BacktestResult = {
  readonly summary: WalkSummary;
  readonly totals: MoneyTotals;
  readonly fills: FillColumns;
  readonly fingerprint: number;
  readonly engine: BacktestEngine;
};

/** Simulates one bot over candles (strategy 7). Every engine gives an equal result. */
export function runBacktest(
  candles: CandleColumns,
  config: BacktestConfig,
  options: BacktestOptions = {},
): BacktestResult {
  const { engine = 'indexed' } = options;
  const fast = engine === 'reducer' ? null : runFast(candles, config, { ...options, engine });
  return fast ?? runReducer(candles, config, options);
}

/**
 * Returns the figures of one bot under every path rule. Every page that shows a simulated result also shows these
 * figures (decision 30).
 */
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

/** Runs the fast loop. Returns null when the fast loop cannot guarantee exact results for this configuration. */
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
  const bot = makeFastBot(terms, {
    fundingPlan: planFunding(candles, options.funding),
    ...signalsOf(candles, config),
    recorder,
  });
  const seek = engine === 'scan' ? 'scan' : 'index';
  if (!walkFast(bot, index, { end: candles.at.length, seek })) return null;
  return {
    summary: summaryOfFast(bot, index),
    totals: printTotals(totalsOf(bot)),
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
    // A fill has the instant of a candle, so the search always ends at this candle.
    while (cellAt(candles.at, candle) < fill.at) candle += 1;
    recorder.take(candle, {
      kind: fillKinds.indexOf(fill.kind),
      step: fill.step,
      price: Number(fill.price),
      lots: Number(fill.lots),
    });
  }
  const wide = new Map(
    walk.fills.flatMap(({ lots }, place) => (lots > Number.MAX_SAFE_INTEGER ? [[place, lots]] : [])),
  );
  const fills = wide.size === 0 ? recorder.columns() : { ...recorder.columns(), wide };
  const { state, netPnl } = walk;
  const paid = { fees: feesPaid(state), funding: fundingReceived(state) };
  const gain = subtract(add(netPnl, paid.fees), paid.funding);
  const totals = printTotals({ gain, ...paid });
  return { summary: walk.summary, totals, fills, fingerprint: fingerprintOf(fills), engine: 'reducer' };
}

function printTotals({ gain, fees, funding }: ExactSums): MoneyTotals {
  return { grossPnl: formatFixed(gain, 8), fees: formatFixed(fees, 8), funding: formatFixed(funding, 8) };
}
