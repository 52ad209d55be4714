// The loss guard makes a bot wait after a stop loss. After too many stop losses in an hour or too large a loss in a day, it locks the bot
// until the owner of the bot releases the lock (strategy 8.3).
import { add, compareDecimals, decimal, multiply, negate, zero, type Decimal } from '@rondo/decimal';
import type { BotState, ClosingReason, Fact, GuardState, LossGuard } from '../types.ts';

/** The results of all rounds that end in one minute are one entry. */
export const minuteMs = 60_000;

/** The loss guard counts the stop losses of the last hour. */
export const hourMs = 60 * minuteMs;

/** The loss guard adds the results of the last day. */
export const dayMs = 24 * hourMs;

/** The end of a round. `at` is epoch ms, and `net` is the net realised result of the round in USDT. */
export type RoundEnd = { readonly at: number; readonly reason: ClosingReason; readonly net: Decimal };

const nothingCounted: GuardState = { stops: [], stopsInRow: 0, results: [], waitsUntil: null, lock: null };

/**
 * Counts the end of a round. The returned guard makes the bot wait after a stop loss, and locks the bot after too many
 * stop losses or too large a loss.
 */
export function countRound(state: BotState, rules: LossGuard, end: RoundEnd): GuardState {
  const before = state.guard ?? nothingCounted;
  const isStop = end.reason === 'stop_loss';
  const counted = {
    stops: [...before.stops, ...(isStop ? [end.at] : [])].filter((at) => at > end.at - hourMs),
    stopsInRow: isStop ? before.stopsInRow + 1 : end.reason === 'take_profit' ? 0 : before.stopsInRow,
    results: withResult(before.results, end),
  };
  if (counted.stops.length > rules.stopsPerHour) return { ...counted, waitsUntil: null, lock: 'stops' };
  if (isDayLost(dayResult(counted), rules, state.config.allocation))
    return { ...counted, waitsUntil: null, lock: 'loss' };
  const waitsUntil = isStop ? end.at + waitMinutes(rules, counted.stopsInRow) * minuteMs : null;
  return { ...counted, waitsUntil, lock: null };
}

/** Returns the fact of a wait or of a lock. Returns null when the next round opens immediately. */
export function guardFact(guard: GuardState, rules: LossGuard): Fact | null {
  const { lock, stops } = guard;
  if (lock !== null) return { kind: 'guardLocked', lock, stops: stops.length, net: dayResult(guard) };
  if (guard.waitsUntil === null) return null;
  return { kind: 'roundDelayed', minutes: waitMinutes(rules, guard.stopsInRow) };
}

/**
 * Returns the guard after its owner has released the lock. All counts are zero, and the wait is over at the instant
 * `at`.
 */
export function releasedGuard(at: number): GuardState {
  return { ...nothingCounted, waitsUntil: at };
}

/** Returns true when the loss guard made the bot wait and the wait has ended at this instant (epoch ms). */
export function isWaitOver({ status, stop, round, guard }: BotState, at: number): boolean {
  const until = guard?.waitsUntil ?? null;
  return status === 'active' && stop === null && round === null && until !== null && at >= until;
}

/** Returns how many minutes the next round waits after this number of stop losses in a row (strategy 8.3). */
export function waitMinutes({ firstWaitMinutes, maxWaitMinutes }: LossGuard, stopsInRow: number): number {
  return Math.min(firstWaitMinutes * 2 ** (stopsInRow - 1), maxWaitMinutes);
}

// The results of one minute are one entry, so a day has at most 1,440 entries.
function withResult(results: GuardState['results'], { at, net }: RoundEnd): GuardState['results'] {
  const minute = at - (at % minuteMs);
  const recent = results.filter((each) => each.at > minute - dayMs);
  const last = recent.at(-1);
  if (last?.at !== minute) return [...recent, { at: minute, net }];
  return [...recent.slice(0, -1), { at: minute, net: add(last.net, net) }];
}

function dayResult({ results }: Pick<GuardState, 'results'>): Decimal {
  return results.reduce((sum, each) => add(sum, each.net), zero);
}

function isDayLost(net: Decimal, rules: LossGuard, allocation: Decimal): boolean {
  const bound = negate(multiply(rules.dayLossPercent, allocation));
  return compareDecimals(multiply(net, decimal('100')), bound) <= 0;
}
