// The lines of Ichimoku. The spans are those that a chart draws at the bar, so they come from the bars up to 26 bars before it.
import type { Bar } from './bars.ts';
import { ichimokuBars } from './limits.ts';

/** The value of each line at each bar, and NaN where the line has too few bars. */
export type Ichimoku = {
  readonly conversion: Float64Array;
  readonly base: Float64Array;
  readonly spanA: Float64Array;
  readonly spanB: Float64Array;
};

/** Returns the lines with the lengths 9, 26 and 52 and the displacement 26. */
export function ichimokuOf(bars: readonly Bar[]): Ichimoku {
  const conversion = middlesOf(bars, ichimokuBars.conversion);
  const base = middlesOf(bars, ichimokuBars.base);
  const spanA = conversion.map((value, index) => (value + valueAt(base, index)) / 2);
  const spanB = middlesOf(bars, ichimokuBars.spanB);
  return { conversion, base, spanA: displaced(spanA), spanB: displaced(spanB) };
}

// Returns the middle between the highest high and the lowest low of the last `length` bars, at each bar.
function middlesOf(bars: readonly Bar[], length: number): Float64Array {
  return Float64Array.from(bars, (_bar, index) => {
    if (index < length - 1) return Number.NaN;
    let [highest, lowest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const { high, low } of bars.slice(index - length + 1, index + 1)) {
      highest = Math.max(highest, high);
      lowest = Math.min(lowest, low);
    }
    return (highest + lowest) / 2;
  });
}

function displaced(values: Float64Array): Float64Array {
  return values.map((_value, index) => valueAt(values, index - ichimokuBars.displacement));
}

function valueAt(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN;
}
