// The signals of a back-test: the candles at whose close a signal allows a round to open (strategy 7).
import { createPrng, formatDecimal, percent, type Decimal, type Ratio } from '@rondo/decimal';
import { createBarFeed, firingsOf, linesOf, pricesIn, signalBars, type Bar, type SignalRule } from '@rondo/signals';
import { minuteMs, stepDistanceRatio } from '@rondo/strategy';
import { cellAt, type CandleColumns } from '../candles/columns.ts';
import { intervalOf } from '../candles/candle-gaps.ts';
import type { BacktestConfig } from '../config/config.ts';
import { maxCachedSignals } from '../limits.ts';
import type { RecordedSignal } from '../csv/signal-csv.ts';
import type { EntryRules } from './entry-rules.ts';

/** The entries whose signals are computed from the bars. */
type ComputedEntry = Exclude<EntryRules, { readonly kind: 'recorded' }>;

/** The indexes of candles in rising order. A bot that waits opens its round at the close of the next of these candles. */
export type SignalCandles = Int32Array;

/** The bars, lines and signals of one series. Above `maxCachedSignals`, the entry that was not used for the longest time is removed. */
type Cache = Map<string, unknown>;

/** The caches end with the memory of their series. */
const caches = new WeakMap<CandleColumns, Cache>();

/** Returns the signals of a configuration, or null when its rounds need no signal. Throws RangeError when no bar can be built from the candles. */
export function signalCandlesOf(candles: CandleColumns, config: BacktestConfig): SignalCandles | null {
  const { entry, bot } = config;
  if (entry === undefined) return null;
  if (entry.kind === 'recorded') return recordedCandles(candles, entry.signals).at;
  const key = JSON.stringify([entry, bot.direction, formatDecimal(bot.instrument.tickSz)]);
  return cached(candles, key, () => findSignals(candles, entry, bot));
}

/**
 * Returns the step distances of the rounds that open at the signals of a configuration, by the indexes of their candles. At other signals the step distance
 * of the configuration applies.
 */
export function signalDistancesOf(
  candles: CandleColumns,
  { entry, bot }: Pick<BacktestConfig, 'entry' | 'bot'>,
): ReadonlyMap<number, Ratio> {
  if (entry?.kind !== 'recorded') return new Map();
  const { at, signals } = recordedCandles(candles, entry.signals);
  return new Map(
    signals.flatMap(({ defence }, place) => {
      if (defence === null) return [];
      const distance = { kind: 'defence', percent: percent(String(defence)) } as const;
      return [[cellAt(at, place), stepDistanceRatio(distance, bot.martinSteps)]];
    }),
  );
}

/**
 * Returns the candles of recorded signals. A round opens at the close of the candle in which the signal came, or at whose close it came. A signal without such
 * a candle opens none, and of several signals in one candle only the first opens one.
 */
function recordedCandles(
  candles: CandleColumns,
  recorded: readonly RecordedSignal[],
): { readonly at: SignalCandles; readonly signals: readonly RecordedSignal[] } {
  const intervalMs = intervalOf(candles);
  const places: number[] = [];
  const signals: RecordedSignal[] = [];
  let candle = 0;
  for (const signal of recorded) {
    while (candle < candles.at.length && cellAt(candles.at, candle) + intervalMs < signal.at) candle += 1;
    if (candle === candles.at.length) break;
    if (cellAt(candles.at, candle) >= signal.at || places.at(-1) === candle) continue;
    places.push(candle);
    signals.push(signal);
  }
  return { at: Int32Array.from(places), signals };
}

/** Returns why the signals of a configuration cannot be computed on the candles, or null when they can. */
export function entryProblem(candles: CandleColumns, { entry }: Pick<BacktestConfig, 'entry'>): string | null {
  const candleMs = intervalOf(candles);
  if (entry === undefined || entry.kind === 'recorded' || candleMs === 0 || signalBars[entry.bar] % candleMs === 0)
    return null;
  return `entry.signal.bar ${entry.bar} is not a whole number of candles, which are ${candleMs / minuteMs} min apart`;
}

function findSignals(
  candles: CandleColumns,
  entry: ComputedEntry,
  { direction, instrument }: Pick<BacktestConfig['bot'], 'direction' | 'instrument'>,
): SignalCandles {
  const series = barSeries(candles, entry.bar, instrument.tickSz);
  const next = entry.kind === 'random' ? createPrng(entry.seed) : null;
  const signals: number[] = [];
  for (const [segment, { bars, ends }] of series.entries()) {
    const { lines, isKnown } = linesIn(candles, entry, { series, segment, tickSz: instrument.tickSz });
    const firings = firingsOf(entry.rule, { bars, lines, direction });
    for (let index = 0; index < ends.length; index += 1) {
      if (isKnown[index] !== 1) continue;
      if (entry.kind === 'random' ? next !== null && next() < entry.share : firings[index] === 1)
        signals.push(cellAt(ends, index));
    }
  }
  return Int32Array.from(signals);
}

/** The bars of a segment without a missing candle, and the index of the last candle of each bar. */
type Segment = { readonly bars: readonly Bar[]; readonly ends: Int32Array };

/** Returns the bars of the candles in segments, with the last candle of each bar. */
function barSeries(candles: CandleColumns, bar: ComputedEntry['bar'], tickSz: Decimal): readonly Segment[] {
  return cached(candles, `bars ${bar} ${formatDecimal(tickSz)}`, () => {
    const { at, high, low, close } = candles;
    const [candleMs, barMs] = [intervalOf(candles), signalBars[bar]];
    if (candleMs === 0) return [];
    const feed = createBarFeed({ candleMs, barMs });
    const price = pricesIn(tickSz);
    for (let index = 0; index < at.length; index += 1)
      feed.add({
        openedAt: cellAt(at, index),
        high: price(cellAt(high, index)),
        low: price(cellAt(low, index)),
        close: price(cellAt(close, index)),
        isClosed: true,
      });
    let candle = 0;
    return feed.segments().map((bars) => ({
      bars,
      ends: Int32Array.from(bars, ({ openedAt }) => {
        while (cellAt(at, candle) < openedAt + barMs - candleMs) candle += 1;
        return candle;
      }),
    }));
  });
}

type Place = { readonly series: readonly Segment[]; readonly segment: number; readonly tickSz: Decimal };

/** Returns the lines of a rule over a segment, and 1 at each bar at which every line has a value. */
function linesIn(candles: CandleColumns, { rule, bar }: ComputedEntry, { series, segment, tickSz }: Place) {
  const key = `lines ${bar} ${formatDecimal(tickSz)} ${segment} ${lineKey(rule)}`;
  return cached(candles, key, () => {
    const bars = series[segment]?.bars ?? [];
    const lines = linesOf(rule, bars);
    const isKnown = Uint8Array.from(bars, (_bar, index) =>
      lines.every((line) => !Number.isNaN(cellAt(line, index))) ? 1 : 0,
    );
    return { lines, isKnown };
  });
}

/** The lines of a rule depend only on its kind and its length. */
function lineKey(rule: SignalRule): string {
  return rule.kind === 'ichimoku' ? rule.kind : `${rule.kind} ${rule.length}`;
}

function cached<T>(candles: CandleColumns, key: string, make: () => T): T {
  const cache: Cache = caches.get(candles) ?? new Map<string, unknown>();
  caches.set(candles, cache);
  const known = cache.get(key);
  if (known !== undefined) {
    cache.delete(key);
    cache.set(key, known);
    return known as T; // The key names the function that made the value.
  }
  const made = make();
  cache.set(key, made);
  for (const oldest of cache.keys()) {
    if (cache.size <= maxCachedSignals) break;
    cache.delete(oldest);
  }
  return made;
}
