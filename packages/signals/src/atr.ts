// The average true range of Wilder.
import type { Bar } from './bars.ts';
import { wilderAverages } from './wilder.ts';

/** Returns the average true range at each bar, in the unit of the prices. The value is NaN before `length` bars. */
export function atrOf(bars: readonly Bar[], length: number): Float64Array {
  const ranges = Float64Array.from(bars, (bar, index) => trueRangeOf(bar, bars[index - 1]));
  return wilderAverages(ranges, length);
}

// The first bar has no close before it.
function trueRangeOf({ high, low }: Bar, before: Bar | undefined): number {
  const range = high - low;
  return before === undefined ? range : Math.max(range, Math.abs(high - before.close), Math.abs(low - before.close));
}
