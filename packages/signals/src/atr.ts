// The average true range of Wilder.
import type { BarColumns } from './bars.ts';
import { wilderAverages } from './wilder.ts';

/** Returns the average true range at each bar, in the unit of the prices. The value is NaN before `length` bars. */
export function atrOf({ high, low, close }: BarColumns, length: number): Float64Array {
  const ranges = high.map((top, index) => {
    const bottom = low[index] ?? Number.NaN;
    const before = close[index - 1];
    // The first bar has no close before it.
    return before === undefined
      ? top - bottom
      : Math.max(top - bottom, Math.abs(top - before), Math.abs(bottom - before));
  });
  return wilderAverages(ranges, length);
}
