// Computes a signal rule on the candles of a file, and writes the readings as CSV.
import { intervalOf } from '@rondo/backtest';
import {
  createBarFeed,
  priceOf,
  readingColumns,
  readingsOf,
  signalBars,
  type Bar,
  type Reading,
  type SignalBar,
  type SignalDirection,
  type SignalRule,
} from '@rondo/signals';
import { BadInput } from '../command.ts';
import type { CandleFile } from './input-files.ts';

/** Returns the bars of a file in segments without a gap. Throws `BadInput` when a bar is not a whole number of the candles of the file. */
export function barsOf({ name, columns, tickSz }: CandleFile, bar: SignalBar): readonly (readonly Bar[])[] {
  const candleMs = intervalOf(columns);
  const barMs = signalBars[bar];
  if (candleMs === 0) throw new BadInput(`${name}: one candle is too few, because the width of the candles is unknown`);
  if (barMs % candleMs !== 0)
    throw new BadInput(`${name}: a bar of ${bar} is not a whole number of candles of ${candleMs / 1_000} s`);
  const feed = createBarFeed({ candleMs, barMs });
  for (const [index, openedAt] of columns.at.entries()) {
    const priceIn = (column: Int32Array): number => priceOf(column[index] ?? 0, tickSz);
    const [high, low, close] = [priceIn(columns.high), priceIn(columns.low), priceIn(columns.close)];
    feed.add({ openedAt, high, low, close, isClosed: true });
  }
  return feed.segments();
}

/** The rule, the direction of the bot, and the bars in segments. */
export interface Computed {
  readonly rule: SignalRule;
  readonly direction: SignalDirection;
  readonly segments: readonly (readonly Bar[])[];
}

/** Returns the lines of the CSV file: the header and one line for each bar. Each segment has its own warm-up. */
export function linesOf({ rule, direction, segments }: Computed): readonly string[] {
  const columns = ['ts', ...readingColumns[rule.kind], ...(rule.kind === 'atr' ? [] : ['fires'])];
  return [
    columns.join(','),
    ...segments.flatMap((bars) => readingsOf(rule, bars, direction).map((reading) => lineOf(rule, reading))),
  ];
}

// A value is the shortest decimal text of its double. A cell without a value is empty.
function lineOf({ kind }: SignalRule, { openedAt, values, fires }: Reading): string {
  const cells = [openedAt, ...values, ...(kind === 'atr' ? [] : [fires])];
  return cells.map((cell) => (cell === null ? '' : String(cell))).join(',');
}
