// The relative strength index of Wilder.
import { rsiWarmUpBars } from './limits.ts';

/**
 * Returns the RSI at each close, from 0 to 100. The value is NaN at the first `rsiWarmUpBars` - 1 closes, and while no close has differed from the close
 * before it. The averages of the gains and of the losses are those of `wilderAverages`. A sweep computes many lengths, so both are kept in one plain loop.
 */
export function rsiOf(closes: Float64Array, length: number): Float64Array {
  const strengths = new Float64Array(closes.length).fill(Number.NaN);
  const kept = length - 1;
  const warmUp = rsiWarmUpBars - 1;
  let gain = 0;
  let loss = 0;
  let before = closes[0] ?? Number.NaN;
  for (let index = 1; index < closes.length; index += 1) {
    const close = closes[index] ?? Number.NaN;
    const change = close - before;
    before = close;
    // One of both is the change and the other is 0. The sums are exact, and the loop has no branch that depends on the prices.
    const size = Math.abs(change);
    const up = (size + change) * 0.5;
    const down = (size - change) * 0.5;
    if (index <= length) {
      gain += up;
      loss += down;
      if (index < length) continue;
      gain /= length;
      loss /= length;
    } else {
      gain = (gain * kept + up) / length;
      loss = (loss * kept + down) / length;
    }
    if (index >= warmUp) strengths[index] = loss === 0 ? unlost(gain) : 100 - 100 / (gain / loss + 1);
  }
  return strengths;
}

// The RSI when no close was below the close before it.
function unlost(gain: number): number {
  return gain === 0 ? Number.NaN : 100;
}
