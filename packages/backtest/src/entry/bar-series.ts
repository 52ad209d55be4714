// The bars of a series of candles, and the lines of rules on them. A bar exists only when the series has each of its candles (docs/signals.md).
import { formatDecimal, type Decimal } from '@rondo/decimal';
import { linesOf, pricesIn, signalBars, type BarColumns, type SignalBar, type SignalRule } from '@rondo/signals';
import { cellAt, type CandleColumns } from '../candles/columns.ts';
import { intervalFor } from '../fast/candle-interval.ts';
import { maxKeptBars, maxKeptLines } from '../limits.ts';
import { createSeriesCache } from './series-cache.ts';

/**
 * The bars of a series in the sequence of time. `ends` has the index of the last candle of each bar. `starts` has the first bar of each segment; a bar is
 * missing between two segments.
 */
export type BarSeries = { readonly columns: BarColumns; readonly ends: Int32Array; readonly starts: readonly number[] };

/** The lines of a rule over all bars, in the order of `readingColumns`. The warm-up begins again in each segment. */
export type SeriesLines = { readonly series: BarSeries; readonly lines: readonly Float64Array[] };

/** The width of the bars of a series, and the size of its ticks. */
export type BarGrid = { readonly bar: SignalBar; readonly tickSz: Decimal };

const widths = Object.keys(signalBars) as readonly SignalBar[]; // The object is a literal of this type, and its widths rise.

const keptBars = createSeriesCache<BarSeries>(maxKeptBars);
const keptLines = createSeriesCache<SeriesLines>(maxKeptLines);

/** Returns the lines of a rule. Throws RangeError when a bar is not a whole number of candles. */
export function seriesLines(candles: CandleColumns, rule: SignalRule, { bar, tickSz }: BarGrid): SeriesLines {
  return keptLines(candles, lineKey(rule, { bar, tickSz }), () => {
    const series = barSeries(candles, { bar, tickSz });
    return { series, lines: linesIn(series, rule) };
  });
}

/** Returns the key of the lines of a rule. The lines depend only on its kind, its length and the bars. */
export function lineKey(rule: SignalRule, grid: BarGrid): string {
  return `${gridKey(grid)} ${rule.kind} ${rule.kind === 'ichimoku' ? '' : rule.length}`;
}

function gridKey({ bar, tickSz }: BarGrid): string {
  return `${bar} ${formatDecimal(tickSz)}`;
}

function linesIn({ columns, ends, starts }: BarSeries, rule: SignalRule): readonly Float64Array[] {
  const parts = starts.map((from, segment) => {
    const to = starts[segment + 1] ?? ends.length;
    const part = (prices: Float64Array): Float64Array => prices.subarray(from, to);
    return linesOf(rule, { high: part(columns.high), low: part(columns.low), close: part(columns.close) });
  });
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const whole = linesOf(rule, emptyColumns(0)).map(() => new Float64Array(ends.length));
  for (const [segment, lines] of parts.entries())
    for (const [place, line] of lines.entries()) whole[place]?.set(line, starts[segment]);
  return whole;
}

/** Returns the bars. Wide bars are made of narrower bars, so each candle is read once. */
function barSeries(candles: CandleColumns, grid: BarGrid): BarSeries {
  return keptBars(candles, gridKey(grid), () => {
    const candleMs = intervalFor(candles);
    const barMs = signalBars[grid.bar];
    if (candleMs === 0) return { columns: emptyColumns(0), ends: new Int32Array(0), starts: [] };
    if (barMs % candleMs !== 0) throw new RangeError('A bar is not a whole number of candles.');
    const narrower = widths[widths.indexOf(grid.bar) - 1];
    if (narrower === undefined || signalBars[narrower] % candleMs !== 0)
      return joined(candles, { pieceMs: candleMs, barMs }, pricesIn(grid.tickSz));
    const { columns, ends } = barSeries(candles, { ...grid, bar: narrower });
    const at = new Float64Array(ends.length);
    const pieceMs = signalBars[narrower];
    for (let piece = 0; piece < at.length; piece += 1)
      at[piece] = cellAt(candles.at, cellAt(ends, piece)) + candleMs - pieceMs;
    const { starts, ...wide } = joined({ at, ...columns }, { pieceMs, barMs }, (price) => price);
    return { columns: wide.columns, ends: wide.ends.map((end) => cellAt(ends, end)), starts };
  });
}

/** Candles or bars, of which wider bars are made. */
type Pieces = Readonly<Record<'high' | 'low' | 'close', Float64Array | Int32Array>> & { readonly at: Float64Array };
type Widths = { readonly pieceMs: number; readonly barMs: number };

/** Returns the bars that `createBarFeed` of the signals makes of closed candles. `ends` has the last piece of each bar. `price` converts the unit of a piece. */
function joined(
  { at, high, low, close }: Pieces,
  { pieceMs, barMs }: Widths,
  price: (value: number) => number,
): BarSeries {
  // A bar needs each of its pieces.
  const most = Math.floor(at.length / (barMs / pieceMs));
  const columns = emptyColumns(most);
  const ends = new Int32Array(most);
  const starts: number[] = [];
  let count = 0;
  let nextAt = Number.NaN;
  let isSegmentNew = true;
  let isBegun = false;
  let top = 0;
  let bottom = 0;
  // The time of the piece within its bar. The remainder is computed only after missing pieces, because it takes long.
  let elapsed = 0;
  // This loop is the first part of each sweep with signals, so it reads the arrays without a function that other arrays share.
  for (let index = 0; index < at.length; index += 1) {
    const openedAt = at[index] ?? 0;
    if (openedAt !== nextAt) {
      if (openedAt % pieceMs !== 0) continue;
      isBegun = false;
      isSegmentNew = true;
      elapsed = openedAt % barMs;
    }
    nextAt = openedAt + pieceMs;
    const highest = high[index] ?? 0;
    const lowest = low[index] ?? 0;
    if (elapsed === 0) {
      isBegun = true;
      top = highest;
      bottom = lowest;
    } else {
      if (highest > top) top = highest;
      if (lowest < bottom) bottom = lowest;
    }
    elapsed += pieceMs;
    if (elapsed !== barMs) continue;
    elapsed = 0;
    if (!isBegun) continue;
    if (isSegmentNew) starts.push(count);
    isSegmentNew = false;
    columns.high[count] = price(top);
    columns.low[count] = price(bottom);
    columns.close[count] = price(close[index] ?? 0);
    ends[count] = index;
    count += 1;
  }
  return { columns: cut(columns, count), ends: ends.slice(0, count), starts };
}

function cut({ high, low, close }: BarColumns, count: number): BarColumns {
  return { high: high.slice(0, count), low: low.slice(0, count), close: close.slice(0, count) };
}

function emptyColumns(count: number): BarColumns {
  return { high: new Float64Array(count), low: new Float64Array(count), close: new Float64Array(count) };
}
