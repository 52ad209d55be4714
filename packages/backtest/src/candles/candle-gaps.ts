// Finds gaps in recorded candles.
import { cellAt, type CandleColumns } from './columns.ts';

/**
 * A gap: the candle at `index` does not start one interval after the previous candle. `missing` is the number of
 * missing candles.
 */
export type CandleGap = {
  readonly index: number;
  readonly fromAt: number;
  readonly toAt: number;
  readonly missing: number;
};

/**
 * Returns the most frequent interval between two candles in milliseconds. When two intervals are equally frequent,
 * returns the shorter interval. Returns 0 for fewer than two candles.
 */
export function intervalOf({ at }: Pick<CandleColumns, 'at'>): number {
  const counts = new Map<number, number>();
  const add = (step: number, times: number): void => void counts.set(step, (counts.get(step) ?? 0) + times);
  // Most steps equal the step before, so equal steps are counted together.
  let step = Number.NaN;
  let times = 0;
  for (let index = 1; index < at.length; index += 1) {
    const next = (at[index] ?? 0) - (at[index - 1] ?? 0);
    if (next !== step) {
      add(step, times);
      step = next;
      times = 0;
    }
    times += 1;
  }
  add(step, times);
  counts.delete(Number.NaN);
  let [best, most] = [0, 0];
  for (const [step, count] of counts) {
    if (count > most || (count === most && step < best)) [best, most] = [step, count];
  }
  return best;
}

/**
 * Returns the gaps: the places where two successive candles are not one interval apart. When two candles are less than
 * two intervals apart, the gap has 0 missing candles.
 */
export function findGaps(columns: CandleColumns): readonly CandleGap[] {
  const interval = intervalOf(columns);
  const gaps: CandleGap[] = [];
  for (let index = 1; index < columns.at.length; index += 1) {
    const [fromAt, toAt] = [cellAt(columns.at, index - 1), cellAt(columns.at, index)];
    if (toAt - fromAt === interval) continue;
    gaps.push({ index, fromAt, toAt, missing: Math.ceil((toAt - fromAt) / interval) - 1 });
  }
  return gaps;
}
