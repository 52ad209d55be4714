// The lines of Ichimoku. The spans are those that a chart draws at the bar, so they come from the bars up to 26 bars before it.
import type { BarColumns } from './bars.ts';
import { ichimokuBars } from './limits.ts';

/** The value of each line at each bar, and NaN where the line has too few bars. */
export type Ichimoku = {
  readonly conversion: Float64Array;
  readonly base: Float64Array;
  readonly spanA: Float64Array;
  readonly spanB: Float64Array;
};

/** Returns the lines with the lengths 9, 26 and 52 and the displacement 26. */
export function ichimokuOf(bars: Pick<BarColumns, 'high' | 'low'>): Ichimoku {
  const conversion = middlesOf(bars, ichimokuBars.conversion);
  const base = middlesOf(bars, ichimokuBars.base);
  const spanA = new Float64Array(base.length);
  for (let index = 0; index < spanA.length; index += 1)
    spanA[index] = (valueAt(conversion, index) + valueAt(base, index)) / 2;
  const spanB = middlesOf(bars, ichimokuBars.spanB);
  return { conversion, base, spanA: displaced(spanA), spanB: displaced(spanB) };
}

// Returns the middle between the highest high and the lowest low of the last `length` bars, at each bar.
function middlesOf({ high, low }: Pick<BarColumns, 'high' | 'low'>, length: number): Float64Array {
  const middles = highestOf(high, length);
  // The lowest value is the negative of the highest negated value. A negation is exact.
  const lowest = highestOf(low.map(negated), length);
  for (let index = 0; index < middles.length; index += 1)
    middles[index] = (valueAt(middles, index) - valueAt(lowest, index)) / 2;
  return middles;
}

// Returns the highest of the last `length` values at each value, and NaN while there are fewer. The queue has the places of the values of the window that
// no later value exceeds, so each place enters and leaves it once.
function highestOf(values: Float64Array, length: number): Float64Array {
  const highest = new Float64Array(values.length).fill(Number.NaN);
  const queue = new Int32Array(values.length);
  let head = 0;
  let tail = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = valueAt(values, index);
    while (tail > head && valueAt(values, queue[tail - 1] ?? 0) <= value) tail -= 1;
    queue[tail] = index;
    tail += 1;
    if ((queue[head] ?? 0) <= index - length) head += 1;
    if (index >= length - 1) highest[index] = valueAt(values, queue[head] ?? 0);
  }
  return highest;
}

function negated(value: number): number {
  return -value;
}

function displaced(values: Float64Array): Float64Array {
  const drawn = new Float64Array(values.length).fill(Number.NaN);
  drawn.set(values.subarray(0, -ichimokuBars.displacement), Math.min(values.length, ichimokuBars.displacement));
  return drawn;
}

function valueAt(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN;
}
