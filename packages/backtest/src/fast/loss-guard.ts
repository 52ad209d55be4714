// The loss guard in the fast loop (strategy 8.3). It counts the ends of rounds, and finds the candle in which a wait
// ends.
import { dayMs, hourMs, minuteMs, waitMinutes, type LossGuard } from '@rondo/strategy';
import { cellAt, type CandleColumns } from '../candles/columns.ts';
import { intervalFor } from './candle-interval.ts';
import { OutOfBounds } from './rounding/round-off.ts';

/**
 * The error of the difference of two equities is less than 2^-46 of the sum of their magnitudes. The larger value adds
 * a safety margin.
 */
const differenceSlack = 2 ** -45;

/**
 * The counts of the guard of one bot. An entry of `ends` is a minute of the last day with the equity after the last
 * round of the minute. `baseEquity` is the equity before the first entry. `times` are the instants of the candles.
 */
export type FastGuard = {
  readonly rules: LossGuard;
  /** The bot is locked when the result of the last day is at or below this bound, in ticks x lots. */
  readonly bound: number;
  times: Float64Array;
  stops: number[];
  stopsInRow: number;
  ends: { readonly at: number; equity: number }[];
  baseEquity: number;
  waitsUntil: number | null;
};

/** Returns the guard of a bot that has not started. The allocation is in ticks x lots. */
export function makeFastGuard(rules: LossGuard, allocation: number): FastGuard {
  const share = Number(rules.dayLossPercent.units) / 10 ** rules.dayLossPercent.scale / 100;
  return {
    rules,
    bound: -share * allocation,
    times: new Float64Array(0),
    stops: [],
    stopsInRow: 0,
    ends: [],
    baseEquity: allocation,
    waitsUntil: null,
  };
}

/**
 * The end of a round. `equity` is the equity after the round, and `scale` is the sum of the magnitudes of the addends
 * of `equity`.
 */
export type FastRoundEnd = {
  readonly candle: number;
  readonly isStop: boolean;
  readonly equity: number;
  readonly scale: number;
};

/**
 * Counts the end of a round. `open`: the next round opens now. `wait`: the next round opens at `waitsUntil`. `lock`:
 * the bot ends.
 */
export function countRound(guard: FastGuard, end: FastRoundEnd): 'open' | 'wait' | 'lock' {
  const { rules } = guard;
  const at = cellAt(guard.times, end.candle);
  if (end.isStop) guard.stops.push(at);
  guard.stopsInRow = end.isStop ? guard.stopsInRow + 1 : 0;
  guard.stops = guard.stops.filter((each) => each > at - hourMs);
  noteEquity(guard, at, end.equity);
  if (guard.stops.length > rules.stopsPerHour) return 'lock';
  const over = end.equity - guard.baseEquity - guard.bound;
  // Here the rounding error could change the decision, so the reducer simulates the bot. One unit is added for rounded
  // results.
  if (Math.abs(over) <= end.scale * differenceSlack + 1) throw new OutOfBounds();
  if (over < 0) return 'lock';
  if (!end.isStop) return 'open';
  guard.waitsUntil = at + waitMinutes(rules, guard.stopsInRow) * minuteMs;
  return 'wait';
}

/** Returns true when the wait ends before the end of the candle. */
export function isWaitEnding({ waitsUntil }: FastGuard, candles: CandleColumns, candle: number): boolean {
  return waitsUntil !== null && waitsUntil < cellAt(candles.at, candle) + intervalFor(candles);
}

/**
 * Returns the first candle from `from` on in which the wait ends, or `end` when the wait does not end before the candle
 * `end`.
 */
export function candleOfWaitEnd(
  guard: FastGuard,
  candles: CandleColumns,
  span: { readonly from: number; readonly end: number },
): number {
  let [low, high] = [span.from, span.end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isWaitEnding(guard, candles, middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function noteEquity(guard: FastGuard, at: number, equity: number): void {
  const minute = at - (at % minuteMs);
  const last = guard.ends.at(-1);
  if (last?.at === minute) last.equity = equity;
  else guard.ends.push({ at: minute, equity });
  const kept = guard.ends.findIndex((each) => each.at > minute - dayMs);
  const old = guard.ends.splice(0, kept);
  guard.baseEquity = old.at(-1)?.equity ?? guard.baseEquity;
}
