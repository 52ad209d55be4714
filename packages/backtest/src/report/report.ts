// The statistics of a run: its curve, drawdowns, times and distances, computed from its fills and the candles.
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

/** A point of the equity curve at a candle's close: the result so far without and with the open lots, USDT. */
export type CurvePoint = { readonly at: number; readonly net: number; readonly equity: number };

/** Statistics of a run (doubles, simulated) beside its exact figures. Drawdowns are USDT, times milliseconds. */
export type BacktestReport = {
  readonly summary: WalkSummary;
  readonly totals: MoneyTotals;
  readonly stops: number;
  readonly liquidations: number;
  /** Time with a lot open, and its part of the time from the first candle to the last. */
  readonly timeInMarketMs: number;
  readonly timeInMarketShare: number;
  readonly longestRoundMs: number;
  /** The deepest fall from an earlier high: of the result at each round's end, and of the equity at every price walked. */
  readonly maxDrawdownClosed: number;
  readonly maxDrawdownOpen: number;
  /** The smallest distance of a walked price to the estimated liquidation price, as a part of the price; null when there was none. */
  readonly worstLiquidationDistance: number | null;
  readonly curve: readonly CurvePoint[];
};

/** A run and the funding that it was made with. */
export type ReportInput = { readonly run: BacktestResult; readonly funding?: readonly FundingRate[] };

/** Reports a run over the candles and the configuration that it was made with. */
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

/** A running high and the deepest fall from it. */
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
    // A plan has as many rates as candles.
    const rate = Number(funding.units[next]!) / 10 ** funding.scale;
    applyFunding(position, rate, cellAt(candles.close, index - 1));
  }
  return next;
}

function countKind(fills: FillColumns, kind: (typeof fillKinds)[number]): number {
  const code = fillKinds.indexOf(kind);
  return fills.kind.reduce((count, each) => count + (each === code ? 1 : 0), 0);
}

/** From a round's first entry to its end, or to the last candle walked. */
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
