// The relative strength index of Wilder.
import type { Bar } from './bars.ts';
import { rsiWarmUpBars } from './limits.ts';
import { wilderAverages } from './wilder.ts';

/**
 * Returns the RSI at each bar, from 0 to 100. The value is NaN in the first `rsiWarmUpBars` - 1 bars, and while no close has differed from the close
 * before it.
 */
export function rsiOf(bars: readonly Pick<Bar, 'close'>[], length: number): Float64Array {
  const changes = Float64Array.from(bars.slice(1), ({ close }, index) => close - (bars[index]?.close ?? close));
  const gains = wilderAverages(
    changes.map((change) => Math.max(change, 0)),
    length,
  );
  const losses = wilderAverages(
    changes.map((change) => Math.max(-change, 0)),
    length,
  );
  return Float64Array.from(bars, (_bar, index) =>
    index < rsiWarmUpBars - 1
      ? Number.NaN
      : strengthOf(gains[index - 1] ?? Number.NaN, losses[index - 1] ?? Number.NaN),
  );
}

function strengthOf(gain: number, loss: number): number {
  if (loss === 0) return gain === 0 ? Number.NaN : 100;
  return 100 - 100 / (gain / loss + 1);
}
