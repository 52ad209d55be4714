// The signals of a back-test: the candles at whose close a signal allows a round to open (strategy 7).
import { createPrng, formatDecimal, percent, type Ratio } from '@rondo/decimal';
import { firingsOf, signalBars } from '@rondo/signals';
import { atrDistance, minuteMs, stepDistanceRatio } from '@rondo/strategy';
import { cellAt, type CandleColumns } from '../candles/columns.ts';
import { intervalOf } from '../candles/candle-gaps.ts';
import type { BacktestConfig } from '../config/config.ts';
import { maxKeptSignals } from '../limits.ts';
import type { RecordedSignal } from '../csv/signal-csv.ts';
import { atrReadings, drawnPlaces, readingAt, readingDistances } from './atr-readings.ts';
import { seriesLines } from './bar-series.ts';
import type { EntryRules } from './entry-rules.ts';
import { createSeriesCache } from './series-cache.ts';

/** The entries whose signals are computed from the bars. */
type ComputedEntry = Exclude<EntryRules, { readonly kind: 'recorded' }>;

/** The indexes of candles in rising order. A bot that waits opens its round at the close of the next of these candles. */
export type SignalCandles = Int32Array;

type Bot = Pick<BacktestConfig['bot'], 'direction' | 'instrument'>;

const keptSignals = createSeriesCache<SignalCandles>(maxKeptSignals);

/**
 * Returns the signals of a configuration, or null when its rounds need no signal. With distances from ATR, a signal comes at each reading when the entry has no
 * signals of its own, and a signal without a reading is left out (strategy 8.7). Throws RangeError when no bar can be built from the candles.
 */
export function signalCandlesOf(candles: CandleColumns, config: BacktestConfig): SignalCandles | null {
  const { bot } = config;
  const signals = entrySignalsOf(candles, config);
  if (bot.atrMultiplier === undefined) return signals;
  const readings = atrReadings(candles, bot.instrument);
  return signals?.filter((candle) => readingAt(candles, readings, candle) >= 0) ?? readings.ends;
}

function entrySignalsOf(candles: CandleColumns, { entry, bot }: BacktestConfig): SignalCandles | null {
  if (entry === undefined) return null;
  if (entry.kind === 'recorded') return recordedCandles(candles, entry.signals).at;
  const key = JSON.stringify([entry, bot.direction, formatDecimal(bot.instrument.tickSz)]);
  return keptSignals(candles, key, () => findSignals(candles, entry, bot));
}

/** Returns the step distance of the round that opens at the signal of a candle, or null when the step distance of the configuration applies. */
export type SignalDistances = (candle: number) => Ratio | null;

/** Returns the step distances of the rounds that open at the signals of a configuration. */
export function signalDistancesOf(
  candles: CandleColumns,
  { entry, bot, distanceControl }: Pick<BacktestConfig, 'entry' | 'bot' | 'distanceControl'>,
): SignalDistances {
  if (bot.atrMultiplier !== undefined) {
    const readings = atrReadings(candles, bot.instrument);
    const distanceOf = readingDistances(readings, bot.atrMultiplier);
    if (distanceControl?.kind === 'fixed') return () => distanceControl.distance;
    const drawn = distanceControl === undefined ? null : drawnPlaces(readings, distanceControl.seed);
    return (candle) => {
      const place = readingAt(candles, readings, candle);
      return distanceOf(drawn?.[place] ?? place);
    };
  }
  if (entry?.kind !== 'recorded') return () => null;
  const { at, signals } = recordedCandles(candles, entry.signals);
  const byCandle = new Map(
    signals.flatMap(({ defence }, place) => {
      if (defence === null) return [];
      const distance = { kind: 'defence', percent: percent(String(defence)) } as const;
      return [[cellAt(at, place), stepDistanceRatio(distance, bot.martinSteps)]];
    }),
  );
  return (candle) => byCandle.get(candle) ?? null;
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
export function entryProblem(
  candles: CandleColumns,
  { entry, bot }: Pick<BacktestConfig, 'entry' | 'bot'>,
): string | null {
  const candleMs = intervalOf(candles);
  if (bot.atrMultiplier !== undefined && candleMs !== 0 && signalBars[atrDistance.bar] % candleMs !== 0)
    return `atrMultiplier needs bars of ${atrDistance.bar}, which are not a whole number of candles, because the candles are ${candleMs / minuteMs} min apart`;
  if (entry === undefined || entry.kind === 'recorded' || candleMs === 0 || signalBars[entry.bar] % candleMs === 0)
    return null;
  return `entry.signal.bar ${entry.bar} is not a whole number of candles, which are ${candleMs / minuteMs} min apart`;
}

function findSignals(candles: CandleColumns, entry: ComputedEntry, { direction, instrument }: Bot): SignalCandles {
  const { rule, bar } = entry;
  const { series, lines } = seriesLines(candles, rule, { bar, tickSz: instrument.tickSz });
  const { columns, ends } = series;
  const signals: number[] = [];
  if (entry.kind === 'random') {
    const next = createPrng(entry.seed);
    // A bar is drawn only when each value of the rule exists.
    for (let index = 0; index < ends.length; index += 1)
      if (lines.every((line) => !Number.isNaN(cellAt(line, index))) && next() < entry.share)
        signals.push(cellAt(ends, index));
  } else {
    const firings = firingsOf(rule, { close: columns.close, lines, direction });
    for (let index = 0; index < ends.length; index += 1) if (firings[index] === 1) signals.push(cellAt(ends, index));
  }
  return Int32Array.from(signals);
}
