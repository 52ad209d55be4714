// Finds gaps in recorded candles.
import { cellAt, type CandleColumns } from './columns.ts';

/** A gap: the candle at `index` does not follow the one before it. `missing` is the number of candles between them. */
export type CandleGap = {
  readonly index: number;
  readonly fromAt: number;
  readonly toAt: number;
  readonly missing: number;
};

/** The step between candles in milliseconds: the most common one, the smaller of two equally common; 0 below two candles. */
export function intervalOf({ at }: CandleColumns): number {
  const counts = new Map<number, number>();
  for (let index = 1; index < at.length; index += 1) {
    const step = cellAt(at, index) - cellAt(at, index - 1);
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  let [best, most] = [0, 0];
  for (const [step, count] of counts) {
    if (count > most || (count === most && step < best)) [best, most] = [step, count];
  }
  return best;
}

/** The places where the step between two candles is not one interval. A step that is too short has 0 missing candles. */
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
