// The signals of a bot in the fast loop. A sweep has many levels on one line of RSI, so each signal is searched on the line when its bot waits for it.
import type { SignalDirection, SignalRule } from '@rondo/signals';
import type { CandleColumns } from '../candles/columns.ts';
import type { BacktestConfig } from '../config/config.ts';
import { ticksAt } from '../fast/rounding/round-off.ts';
import { maxKeptLines } from '../limits.ts';
import { lineKey, seriesLines } from './bar-series.ts';
import { indexedLine, isBelow, nextBelow, nextNotBelow, type IndexedLine, type LineLevel } from './line-search.ts';
import { createSeriesCache } from './series-cache.ts';
import { signalCandlesOf, signalDistancesOf, type SignalDistances } from './signal-candles.ts';

const keptLines = createSeriesCache<IndexedLine>(maxKeptLines);

/** Returns the index of the first candle at whose close a signal comes, from a candle on. Returns infinity when no signal comes. */
export type SignalGate = (candle: number) => number;

/** Returns the signals of a configuration and the step distances of its rounds for the fast loop. Each is null when the rounds need none. */
export function signalsOf(
  candles: CandleColumns,
  config: BacktestConfig,
): { readonly signals: SignalGate | null; readonly distances: SignalDistances | null } {
  const distances = config.bot.atrMultiplier === undefined ? null : signalDistancesOf(candles, config);
  return { signals: signalGateOf(candles, config), distances };
}

/** Returns the signals of a configuration, or null when its rounds need none. They are those of `signalCandlesOf`. */
export function signalGateOf(candles: CandleColumns, config: BacktestConfig): SignalGate | null {
  const { entry, bot } = config;
  if (entry?.kind === 'rule' && entry.rule.kind === 'rsi' && bot.atrMultiplier === undefined) {
    const grid = { bar: entry.bar, tickSz: bot.instrument.tickSz };
    const { series, lines } = seriesLines(candles, entry.rule, grid);
    const line = keptLines(candles, lineKey(entry.rule, grid), () => indexedLine(lines[0] ?? new Float64Array()));
    return rsiGate({ ends: series.ends, line }, entry.rule, bot.direction);
  }
  const signals = signalCandlesOf(candles, config);
  if (signals === null) return null;
  const placeFrom = placesIn(signals);
  return (candle) => signals[placeFrom(candle)] ?? Number.POSITIVE_INFINITY;
}

type RsiRule = Extract<SignalRule, { readonly kind: 'rsi' }>;
type RsiLine = { readonly ends: Int32Array; readonly line: IndexedLine };

function rsiGate({ ends, line }: RsiLine, { level, when }: RsiRule, direction: SignalDirection): SignalGate {
  const at: LineLevel = { sign: direction === 'long' ? 1 : -1, level };
  const placeFrom = placesIn(ends);
  const candleOf = (bar: number): number => ends[bar] ?? Number.POSITIVE_INFINITY;
  if (when === 'while') return (candle) => candleOf(nextBelow(line, at, placeFrom(candle)));
  return (candle) => {
    let bar = placeFrom(candle);
    if (!isBelow(line, at, bar - 1)) bar = nextBelow(line, at, bar) + 1;
    // The line is below the level at the bar before. A bar without a value is neither below the level nor above it.
    for (;;) {
      bar = nextNotBelow(line, at, bar);
      if (bar >= ends.length || isBelow(line, at, bar - 1)) return candleOf(bar);
      bar = nextBelow(line, at, bar + 1) + 1;
    }
  };
}

/**
 * Returns a function that returns the place of the first element that is not below a candle. The elements rise. A bot asks for rising candles, so the search
 * begins at the place before.
 */
function placesIn(elements: Int32Array): (candle: number) => number {
  let before = 0;
  return (candle) => {
    let low = before > 0 && ticksAt(elements, before - 1) >= candle ? 0 : before;
    let width = 1;
    while (low + width < elements.length && ticksAt(elements, low + width) < candle) {
      low += width;
      width *= 2;
    }
    let high = Math.min(low + width, elements.length);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ticksAt(elements, middle) < candle) low = middle + 1;
      else high = middle;
    }
    before = low;
    return low;
  };
}
