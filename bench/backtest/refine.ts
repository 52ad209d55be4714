// Creates one-minute candles from recorded 15-minute candles of several years. A random bridge with a seed splits each recorded candle.
import { makeColumns, type CandleColumns } from '@rondo/backtest';
import { seededChance, type SeededChance } from '@rondo/testkit';

/** The number of one-minute candles in a recorded candle. */
const pieces = 15;
const minuteMs = 60_000;

/**
 * Splits every candle into fifteen candles that together have its open, high, low and close. The path begins at the open, touches the low
 * and the high in the sequence of strategy 7, and ends at the close. Between these points it is a random bridge.
 */
export function refine(candles: CandleColumns, seed: string): CandleColumns {
  const chance = seededChance(seed);
  const count = candles.at.length;
  const fine = makeColumns(count * pieces);
  for (let index = 0; index < count; index += 1) {
    const points = pathOf(candles, index, chance);
    for (let part = 0; part < pieces; part += 1) {
      const row = index * pieces + part;
      const open = points[part] ?? 0;
      const close = points[part + 1] ?? 0;
      fine.at[row] = (candles.at[index] ?? 0) + part * minuteMs;
      fine.open[row] = open;
      fine.close[row] = close;
      fine.low[row] = clampToCandle(candles, index, Math.min(open, close) - wick(open, chance));
      fine.high[row] = clampToCandle(candles, index, Math.max(open, close) + wick(open, chance));
    }
  }
  return fine;
}

/** Returns sixteen prices: the opens of the fifteen minutes and the last close. */
function pathOf(candles: CandleColumns, index: number, chance: SeededChance): readonly number[] {
  const open = candles.open[index] ?? 0;
  const close = candles.close[index] ?? 0;
  const low = candles.low[index] ?? 0;
  const high = candles.high[index] ?? 0;
  const [first, second] = close >= open ? [low, high] : [high, low];
  const turn = chance.between(1, pieces - 2);
  const back = chance.between(turn + 1, pieces - 1);
  const path = Array.from<number>({ length: pieces + 1 }).fill(0);
  const marks: readonly (readonly [number, number])[] = [
    [0, open],
    [turn, first],
    [back, second],
    [pieces, close],
  ];
  for (const [place, [to, price]] of marks.entries()) {
    const [from, start] = marks[place - 1] ?? [0, open];
    bridge(path, { from, start, to, price, spread: (high - low) / 8, chance });
  }
  return path.map((price) => clampToCandle(candles, index, price));
}

type Bridge = {
  readonly from: number;
  readonly start: number;
  readonly to: number;
  readonly price: number;
  readonly spread: number;
  readonly chance: SeededChance;
};

function bridge(path: number[], { from, start, to, price, spread, chance }: Bridge): void {
  path[to] = price;
  for (let step = from + 1; step < to; step += 1) {
    const share = (step - from) / (to - from);
    path[step] = Math.round(start + (price - start) * share + (chance.next() - 0.5) * spread);
  }
}

function wick(price: number, chance: SeededChance): number {
  return Math.floor(chance.exponential(price * 0.0001));
}

function clampToCandle(candles: CandleColumns, index: number, price: number): number {
  return Math.min(candles.high[index] ?? 0, Math.max(candles.low[index] ?? 0, price));
}
