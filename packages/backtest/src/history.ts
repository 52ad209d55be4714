// The finished rounds of a simulated bot, with their fills: what a demo world shows as its past.
import type { Decimal } from '@rondo/decimal';
import type { ClosingReason } from '@rondo/strategy';
import { walkCandles, type WalkInput, type WalkResult } from './walk.ts';
import type { SimulatedFill } from './walked-bot.ts';

/** One finished round. Money is exact USDT; instants are epoch milliseconds of candles. */
export type FinishedRound = {
  readonly round: number;
  readonly openedAt: number;
  readonly closedAt: number;
  readonly budget: Decimal;
  readonly reason: ClosingReason;
  readonly cycles: number;
  readonly realised: Decimal;
  readonly fees: Decimal;
  readonly funding: Decimal;
  readonly netPnl: Decimal;
  readonly fills: readonly SimulatedFill[];
};

/** The finished rounds of a walk, and the walk itself (its last round may be open). */
export type SimulatedHistory = { readonly rounds: readonly FinishedRound[]; readonly walk: WalkResult };

/** Runs a bot over past candles and groups what happened by round. Simulated: see `walkCandles`. */
export function simulateHistory(input: WalkInput): SimulatedHistory {
  const walk = walkCandles(input);
  const fillsByRound = new Map<number, SimulatedFill[]>();
  for (const fill of walk.fills) fillsByRound.set(fill.round, [...(fillsByRound.get(fill.round) ?? []), fill]);
  const opened = new Map<number, { readonly at: number; readonly budget: Decimal }>();
  const cycles = new Map<number, number>();
  const rounds: FinishedRound[] = [];
  for (const { at, fact } of walk.facts) {
    if (fact.kind === 'roundOpened') opened.set(fact.round, { at, budget: fact.budget });
    if (fact.kind === 'cycleCompleted') cycles.set(fact.round, (cycles.get(fact.round) ?? 0) + 1);
    if (fact.kind !== 'roundCompleted') continue;
    const start = opened.get(fact.round);
    if (start === undefined) throw new RangeError(`round ${fact.round} ended and never opened`);
    const { round, reason, realised, fees, funding, netPnl } = fact;
    rounds.push({
      round,
      openedAt: start.at,
      closedAt: at,
      budget: start.budget,
      reason,
      cycles: cycles.get(round) ?? 0,
      realised,
      fees,
      funding,
      netPnl,
      fills: fillsByRound.get(round) ?? [],
    });
  }
  return { rounds, walk };
}
