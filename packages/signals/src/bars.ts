// Builds bars from closed candles. A bar exists only when each of its candles arrived once, closed, and in the sequence of time.

/** A candle as it arrives. Prices are doubles, and `openedAt` is in epoch milliseconds. */
export type Candle = {
  readonly openedAt: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** False while the exchange can still change the candle. */
  readonly isClosed: boolean;
};

/** A closed bar. `openedAt` is the time at which the bar began, in epoch milliseconds. */
export type Bar = Pick<Candle, 'openedAt' | 'high' | 'low' | 'close'>;

/** The prices of bars that follow each other without a missing bar. The bar with the number i has its prices at the index i. */
export type BarColumns = Readonly<Record<'high' | 'low' | 'close', Float64Array>>;

/** Returns the prices of bars as columns. */
export function barColumns(bars: readonly Bar[]): BarColumns {
  return {
    high: Float64Array.from(bars, ({ high }) => high),
    low: Float64Array.from(bars, ({ low }) => low),
    close: Float64Array.from(bars, ({ close }) => close),
  };
}

/**
 * What the feed did with a candle. `added`: the candle follows the candle before it. `lost`: the candle was added, and candles before it are
 * missing, so a new segment begins. The feed ignores the other candles: `forming` is not closed, `doubled` has the time of the latest candle,
 * `late` is older than the latest candle, and `misplaced` begins between two candle times.
 */
export type CandleVerdict = 'added' | 'lost' | 'forming' | 'doubled' | 'late' | 'misplaced';

/** The bars of the candles that arrived. */
export type BarFeed = {
  add(candle: Candle): CandleVerdict;
  /** Returns the bars in segments without a missing candle. The bars of one segment follow each other. */
  segments(): readonly (readonly Bar[])[];
};

/** Returns a feed without candles. Throws RangeError when a bar is not a whole number of candles. Bars begin at multiples of `barMs` since 1970 in UTC. */
export function createBarFeed({ candleMs, barMs }: { readonly candleMs: number; readonly barMs: number }): BarFeed {
  if (!(candleMs > 0) || barMs % candleMs !== 0) throw new RangeError('A bar is not a whole number of candles.');
  const segments: Bar[][] = [];
  let lastAt: number | null = null;
  let begun: Bar | null = null;
  const refusalOf = ({ openedAt, isClosed }: Candle): CandleVerdict | null => {
    if (!isClosed) return 'forming';
    if (openedAt % candleMs !== 0) return 'misplaced';
    if (lastAt === null || openedAt > lastAt) return null;
    return openedAt === lastAt ? 'doubled' : 'late';
  };
  return {
    add(candle) {
      const refusal = refusalOf(candle);
      if (refusal !== null) return refusal;
      const { openedAt } = candle;
      const isNext = lastAt === null || openedAt === lastAt + candleMs;
      if (!isNext) begun = null;
      if (lastAt === null || (!isNext && segments.at(-1)?.length !== 0)) segments.push([]);
      lastAt = openedAt;
      const barAt = openedAt - (openedAt % barMs);
      begun = openedAt === barAt ? barOf(candle) : begun === null ? null : extended(begun, candle);
      if (begun !== null && openedAt + candleMs === barAt + barMs) {
        segments.at(-1)?.push(begun);
        begun = null;
      }
      return isNext ? 'added' : 'lost';
    },
    segments: () => segments,
  };
}

function barOf({ openedAt, high, low, close }: Candle): Bar {
  return { openedAt, high, low, close };
}

function extended({ openedAt, high, low }: Bar, candle: Candle): Bar {
  return { openedAt, high: Math.max(high, candle.high), low: Math.min(low, candle.low), close: candle.close };
}
