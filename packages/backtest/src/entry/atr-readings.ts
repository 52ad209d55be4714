// The distances that follow from ATR at the candles of a series (strategy 8.7).
import { createPrng, decimal, type Decimal, type Ratio } from '@rondo/decimal';
import { priceText, signalBars } from '@rondo/signals';
import { atrDistance, atrStepDistance, type InstrumentRules } from '@rondo/strategy';
import { cellAt, type CandleColumns } from '../candles/columns.ts';
import { intervalFor } from '../fast/candle-interval.ts';
import { maxKeptSignals } from '../limits.ts';
import { seriesLines } from './bar-series.ts';
import { createSeriesCache } from './series-cache.ts';

/** The bars of a series that have an ATR. `ends` has the index of the last candle of each bar, in rising order. The other columns have the values of these bars. */
type AtrReadings = {
  readonly ends: Int32Array;
  readonly closedAt: Float64Array;
  readonly atr: Float64Array;
  readonly close: Float64Array;
};

const rule = { kind: 'atr', length: atrDistance.length } as const;
const barMs = signalBars[atrDistance.bar];

const keptReadings = createSeriesCache<AtrReadings>(maxKeptSignals);

/** Returns the readings of a series. Throws RangeError when a bar is not a whole number of candles. */
export function atrReadings(candles: CandleColumns, { tickSz }: Pick<InstrumentRules, 'tickSz'>): AtrReadings {
  return keptReadings(candles, `${tickSz.units} ${tickSz.scale}`, () => {
    const { series, lines } = seriesLines(candles, rule, { bar: atrDistance.bar, tickSz });
    const atr = lines[0] ?? new Float64Array();
    const known = [...atr.keys()].filter((bar) => !Number.isNaN(cellAt(atr, bar)));
    const candleMs = intervalFor(candles);
    const ends = Int32Array.from(known, (bar) => cellAt(series.ends, bar));
    return {
      ends,
      closedAt: Float64Array.from(ends, (end) => cellAt(candles.at, end) + candleMs),
      atr: Float64Array.from(known, (bar) => cellAt(atr, bar)),
      close: Float64Array.from(known, (bar) => cellAt(series.columns.close, bar)),
    };
  });
}

/** Returns the place of the reading that decides the distance of a round that opens at the close of a candle, or -1 when the newest closed bar has no reading. */
export function readingAt(candles: CandleColumns, { ends, closedAt }: AtrReadings, candle: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (cellAt(ends, middle) <= candle) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return -1;
  const now = cellAt(candles.at, candle) + intervalFor(candles);
  return cellAt(closedAt, low - 1) === Math.floor(now / barMs) * barMs ? low - 1 : -1;
}

/** Returns the function that returns the distance of a reading, by its place. It computes each distance once. */
export function readingDistances({ atr, close }: AtrReadings, multiplier: Decimal): (place: number) => Ratio | null {
  const known = new Map<number, Ratio | null>();
  return (place) => {
    if (place < 0) return null;
    const before = known.get(place);
    if (before !== undefined) return before;
    const value = { atr: decimal(priceText(cellAt(atr, place))), close: decimal(priceText(cellAt(close, place))) };
    const distance = atrStepDistance(value, multiplier);
    known.set(place, distance);
    return distance;
  };
}

/** Returns for each reading the place of another reading that a seeded generator draws. The drawn distances say nothing about the volatility of the moment. */
export function drawnPlaces({ ends }: AtrReadings, seed: number): Int32Array {
  const next = createPrng(seed);
  return Int32Array.from(ends, () => Math.floor(next() * ends.length));
}
