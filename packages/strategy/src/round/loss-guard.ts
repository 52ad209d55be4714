// The loss guard makes a bot wait after a stop loss. After too many stop losses in an hour or too large a loss in a day, it locks the bot
// until the owner of the bot releases the lock (strategy 8.3).
import { add, compareDecimals, decimal, multiply, negate, zero, type Decimal } from '@rondo/decimal';
import type { Hold } from '../holds/hold.ts';
import { guardLockOf } from '../holds/holds.ts';
import type { BotState, ClosingReason, Fact, GuardState, LossGuard } from '../types.ts';

/** The results of all rounds that end in one minute are one entry. */
export const minuteMs = 60_000;

/** The loss guard counts the stop losses of the last hour. */
export const hourMs = 60 * minuteMs;

/** The loss guard adds the results of the last day. */
export const dayMs = 24 * hourMs;

/** The end of a round. `at` is epoch ms, and `net` is the net realised result of the round in USDT. */
export type RoundEnd = { readonly at: number; readonly reason: ClosingReason; readonly net: Decimal };

/** The counts of the loss guard before the first round, and after its owner has released the lock. */
export const releasedGuard: GuardState = { stops: [], stopsInRow: 0, results: [] };

/** The counts of the loss guard after a round, and its hold. `hold` is null when the loss guard allows the next round. */
export type GuardVerdict = { readonly guard: GuardState; readonly hold: Hold | null };

/**
 * Counts the end of a round. The returned hold makes the bot wait after a stop loss, and locks the bot after too many
 * stop losses or too large a loss.
 */
export function countRound(state: BotState, rules: LossGuard, end: RoundEnd): GuardVerdict {
  const before = state.guard ?? releasedGuard;
  const isStop = end.reason === 'stop_loss';
  const guard: GuardState = {
    stops: [...before.stops, ...(isStop ? [end.at] : [])].filter((at) => at > end.at - hourMs),
    stopsInRow: isStop ? before.stopsInRow + 1 : end.reason === 'take_profit' ? 0 : before.stopsInRow,
    results: withResult(before.results, end),
  };
  const hold = (reason: string, until: number | null): Hold => ({ by: 'guard', level: 'rounds', reason, until });
  if (guard.stops.length > rules.stopsPerHour) return { guard, hold: hold('stops', null) };
  if (isDayLost(dayResult(guard), rules, state.config.allocation)) return { guard, hold: hold('loss', null) };
  if (!isStop) return { guard, hold: null };
  return { guard, hold: hold('stop_loss', end.at + waitMinutes(rules, guard.stopsInRow) * minuteMs) };
}

/** Returns the fact of a wait or of a lock. Returns null when the next round opens immediately. */
export function guardFact({ guard, hold }: GuardVerdict, rules: LossGuard): Fact | null {
  if (hold === null) return null;
  const lock = guardLockOf({ holds: [hold] });
  if (lock !== null) return { kind: 'guardLocked', lock, stops: guard.stops.length, net: dayResult(guard) };
  return { kind: 'roundDelayed', minutes: waitMinutes(rules, guard.stopsInRow) };
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
