// Simulates many configurations over one series of candles. All bots are simulated over one tile of candles before the next tile begins.
import type { FundingRate } from '../candles/candles.ts';
import type { CandleColumns } from '../candles/columns.ts';
import type { BacktestConfig } from '../config/config.ts';
import { lineKey } from '../entry/bar-series.ts';
import { signalsOf } from '../entry/signal-gate.ts';
import { makeFastBot, type FastBot } from '../fast/bot.ts';
import { indexCandles, type CandleIndex } from '../fast/search/candle-index.ts';
import { planFunding } from '../fast/funding-plan.ts';
import { summaryOfFast, walkFast } from '../fast/run-fast.ts';
import { fastTermsOf } from '../fast/terms.ts';
import { sweepBatch, tileCandles } from '../limits.ts';
import { runBacktest } from './run-backtest.ts';
import type { WalkSummary } from '../walk/walk.ts';

/**
 * The options of a sweep. `mayContinue` is called between pieces of work with the finished part of the sweep, from 0 to
 * 1. When it returns false, the sweep is cancelled. `index` is the index of these candles, which several sweeps can
 * share.
 */
export type SweepOptions = {
  readonly funding?: readonly FundingRate[];
  readonly index?: CandleIndex;
  readonly mayContinue?: (done: number) => boolean;
};

/** The figures of one configuration. `config` is the index of the configuration in the input list. */
export type SweepRow = {
  readonly config: number;
  readonly summary: WalkSummary;
  readonly fingerprint: number;
};

/** The result of a sweep: the rows in the sequence of the configurations. A cancelled sweep has no rows. */
export type SweepResult = { readonly isCancelled: boolean; readonly rows: readonly SweepRow[] };

/** Simulates every configuration over the candles. Each row equals the result of `runBacktest` for the configuration. */
export function runSweep(
  candles: CandleColumns,
  configs: readonly BacktestConfig[],
  options: SweepOptions = {},
): SweepResult {
  const index = options.index ?? indexCandles(candles);
  const plan = planFunding(candles, options.funding);
  const places = inSequenceOfLines(configs);
  const rows: SweepRow[] = [];
  for (let first = 0; first < places.length; first += sweepBatch) {
    const batch = places.slice(first, first + sweepBatch);
    const bots = batch.map(({ config }) => {
      const terms = fastTermsOf(config, index.highest);
      return terms === null ? null : makeFastBot(terms, { fundingPlan: plan, ...signalsOf(candles, config) });
    });
    const mayContinue = (done: number): boolean =>
      options.mayContinue?.((first + done * batch.length) / configs.length) !== false;
    if (!walkTiles(bots, index, mayContinue)) return { isCancelled: true, rows: [] };
    for (const [slot, { config, place }] of batch.entries())
      rows.push({ config: place, ...figuresOf(bots[slot] ?? null, index, { config, options }) });
  }
  return { isCancelled: false, rows: rows.toSorted((a, b) => a.config - b.config) };
}

/** A configuration, and its place in the list of the caller. */
type Placed = { readonly config: BacktestConfig; readonly place: number };

/** Returns the configurations in the sequence of the lines of their entry rules, so that each line is computed once. */
function inSequenceOfLines(configs: readonly BacktestConfig[]): readonly Placed[] {
  const keys = configs.map(({ entry, bot }) =>
    entry === undefined || entry.kind === 'recorded'
      ? ''
      : lineKey(entry.rule, { bar: entry.bar, tickSz: bot.instrument.tickSz }),
  );
  const keyAt = (place: number): string => keys[place] ?? '';
  return configs
    .map((config, place) => ({ config, place }))
    .toSorted((a, b) => (keyAt(a.place) < keyAt(b.place) ? -1 : keyAt(a.place) > keyAt(b.place) ? 1 : 0));
}

/**
 * Simulates all bots over one tile after the other, so that the candles of a tile stay in the cache. A bot that leaves
 * the range of exact doubles becomes null. Returns false when the sweep was cancelled.
 */
function walkTiles(bots: (FastBot | null)[], index: CandleIndex, mayContinue: (done: number) => boolean): boolean {
  const count = index.candles.at.length;
  for (let start = 0; start < count; start += tileCandles) {
    if (!mayContinue(start / count)) return false;
    const span = { end: Math.min(start + tileCandles, count), seek: 'index' } as const;
    for (const [place, bot] of bots.entries()) {
      if (bot !== null && !walkFast(bot, index, span)) bots[place] = null;
    }
  }
  return true;
}

function figuresOf(
  bot: FastBot | null,
  index: CandleIndex,
  { config, options }: { readonly config: BacktestConfig; readonly options: SweepOptions },
): Omit<SweepRow, 'config'> {
  if (bot !== null) return { summary: summaryOfFast(bot, index), fingerprint: bot.fingerprint };
  const { funding } = options;
  const run = runBacktest(index.candles, config, {
    engine: 'reducer',
    ...(funding === undefined ? {} : { funding }),
  });
  return { summary: run.summary, fingerprint: run.fingerprint };
}
