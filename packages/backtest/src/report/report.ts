// Computes the statistics of a run from its fills and the candles: its curve, drawdowns, times and distances.
import type { FundingRate } from '../candles/candles.ts';
import { cellAt, type CandleColumns } from '../candles/columns.ts';
import type { BacktestConfig } from '../config/config.ts';
import { planFunding, type FundingPlan } from '../fast/funding-plan.ts';
import { fillKinds, type FillColumns } from '../walk/fill-columns.ts';
import {
  applyFillAt,
  applyFunding,
  distanceAt,
  emptyPosition,
  equityAt,
  positionTermsOf,
  type HeldPosition,
} from './held-position.ts';
import { maxCurvePoints } from '../limits.ts';
import type { BacktestResult, MoneyTotals } from '../run/run-backtest.ts';
import type { WalkSummary } from '../walk/walk.ts';
import { walkPath, type PathWatch } from './walked-path.ts';

/**
 * A point of the equity curve at the close of a candle. `net` is the result without the open lots, and `equity` is the
 * result with the open lots, both in USDT.
 */
export type CurvePoint = { readonly at: number; readonly net: number; readonly equity: number };

/** The exact figures of a run, and its statistics as doubles (simulated). Drawdowns are USDT, and times are milliseconds. */
export type BacktestReport = {
  readonly summary: WalkSummary;
  readonly totals: MoneyTotals;
  readonly stops: number;
  readonly liquidations: number;
  /** The time with an open lot, and this time as a part of the time from the first candle to the last candle. */
  readonly timeInMarketMs: number;
  readonly timeInMarketShare: number;
  readonly longestRoundMs: number;
  /**
   * The deepest fall from an earlier high. `maxDrawdownClosed` uses the result at the end of each round, and
   * `maxDrawdownOpen` uses the equity at every price of the simulated path.
   */
  readonly maxDrawdownClosed: number;
  readonly maxDrawdownOpen: number;
  /**
   * The smallest distance from a price of the simulated path to the estimated liquidation price, as a part of the
   * price. The field is null when the run had no liquidation price.
   */
  readonly worstLiquidationDistance: number | null;
  readonly curve: readonly CurvePoint[];
};

/** A run and the funding rates that the run used. */
export type ReportInput = { readonly run: BacktestResult; readonly funding?: readonly FundingRate[] };

/** Returns the report of a run. The candles and the configuration must be the candles and the configuration of the run. */
export function reportBacktest(candles: CandleColumns, config: BacktestConfig, input: ReportInput): BacktestReport {
  const { run } = input;
  const { fills, summary } = run;
  const watch = watchWalk(candles, config, input);
  const span = cellAt(candles.at, candles.at.length - 1) - cellAt(candles.at, 0);
  return {
    summary,
    totals: run.totals,
    stops: countKind(fills, 'stop'),
    liquidations: countKind(fills, 'liquidation'),
    timeInMarketMs: watch.heldMs,
    timeInMarketShare: span === 0 ? 0 : watch.heldMs / span,
    longestRoundMs: longestRound(candles, fills, summary.candles),
    maxDrawdownClosed: watch.closed.deepest,
    maxDrawdownOpen: watch.open.deepest,
    worstLiquidationDistance: Number.isFinite(watch.distance) ? watch.distance : null,
    curve: watch.curve,
  };
}

/** The highest value so far and the deepest fall from this value. */
type Fall = { peak: number; deepest: number };

type Watch = PathWatch & { closed: Fall; open: Fall; heldMs: number; distance: number; readonly curve: CurvePoint[] };

function watchWalk(candles: CandleColumns, config: BacktestConfig, { run, funding: rates }: ReportInput): Watch {
  const position = emptyPosition(positionTermsOf(config));
  const watch: Watch = {
    position,
    closed: { peak: 0, deepest: 0 },
    open: { peak: 0, deepest: 0 },
    heldMs: 0,
    distance: Number.POSITIVE_INFINITY,
    curve: [],
    see(price) {
      see(watch.open, equityAt(position, price));
      watch.distance = Math.min(watch.distance, distanceAt(position, price));
    },
    take(fills, place) {
      applyFillAt(position, fills, place);
      if (position.lots === 0) see(watch.closed, position.net);
    },
  };
  const funding = planFunding(candles, rates);
  const { candles: count } = run.summary;
  const stride = Math.max(1, Math.ceil(count / maxCurvePoints));
  let nextFill = 0;
  let nextFunding = 0;
  for (let index = 0; index < count; index += 1) {
    nextFunding = bookDue(position, { candles, funding, index, next: nextFunding });
    nextFill = walkPath(watch, { candles, path: config.path, fills: run.fills, index, next: nextFill });
    const close = cellAt(candles.close, index);
    const at = cellAt(candles.at, index);
    if (position.lots > 0) watch.heldMs += (candles.at[index + 1] ?? at) - at;
    if (index % stride === 0 || index === count - 1)
      watch.curve.push({ at, net: position.net, equity: equityAt(position, close) });
  }
  return watch;
}

function see(fall: Fall, value: number): void {
  if (value > fall.peak) fall.peak = value;
  else if (fall.peak - value > fall.deepest) fall.deepest = fall.peak - value;
}

function bookDue(
  position: HeldPosition,
  due: {
    readonly candles: CandleColumns;
    readonly funding: FundingPlan | null;
    readonly index: number;
    readonly next: number;
  },
): number {
  const { candles, funding, index } = due;
  let { next } = due;
  for (; funding !== null && funding.candle[next] === index; next += 1) {
    // A funding plan has as many rates as candles.
    const rate = Number(funding.units[next]!) / 10 ** funding.scale;
    applyFunding(position, rate, cellAt(candles.close, index - 1));
  }
  return next;
}

function countKind(fills: FillColumns, kind: (typeof fillKinds)[number]): number {
  const code = fillKinds.indexOf(kind);
  return fills.kind.reduce((count, each) => count + (each === code ? 1 : 0), 0);
}

/** Returns the longest time from the first entry of a round to the end of the round. An open round counts until the last simulated candle. */
function longestRound(candles: CandleColumns, fills: FillColumns, walked: number): number {
  const openers = fillKinds.indexOf('entry');
  const cycle = fillKinds.indexOf('cycle');
  const instantOf = (candle: number): number => cellAt(candles.at, candle);
  let longest = 0;
  let opened: number | null = null;
  for (let place = 0; place < fills.count; place += 1) {
    const at = instantOf(cellAt(fills.candle, place));
    const kind = cellAt(fills.kind, place);
    if (kind === openers && fills.step[place] === 1) opened = at;
    else if (kind !== openers && kind !== cycle && opened !== null) {
      longest = Math.max(longest, at - opened);
      opened = null;
    }
  }
  return opened === null ? longest : Math.max(longest, instantOf(walked - 1) - opened);
}
