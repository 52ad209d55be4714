// Returns the finished rounds of a simulated bot with their fills. The demo world shows the rounds as the history of the bot.
import type { Decimal } from '@rondo/decimal';
import type { ClosingReason } from '@rondo/strategy';
import { walkCandles, type WalkInput, type WalkResult } from './walk.ts';
import type { SimulatedFill } from './walked-bot.ts';

/** One finished round. Money is exact USDT, and instants are the epoch milliseconds of candles. */
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

/** The finished rounds of a simulation, and the result of the simulation. The last round of the result may be open. */
export type SimulatedHistory = { readonly rounds: readonly FinishedRound[]; readonly walk: WalkResult };

/** Runs a bot over past candles and groups its fills by round. The result is simulated (see `walkCandles`). */
export function simulateHistory(input: WalkInput): SimulatedHistory {
  const walk = walkCandles(input);
  const rounds: FinishedRound[] = [];
  // Rounds follow one another. The round that completes is the round that was opened last, and the next fills belong to this round.
  let opened = { at: 0, budget: input.config.bot.allocation };
  let cycles = 0;
  let next = 0;
  for (const { at, fact } of walk.facts) {
    if (fact.kind === 'roundOpened') {
      opened = { at, budget: fact.budget };
      cycles = 0;
    }
    if (fact.kind === 'cycleCompleted') cycles += 1;
    if (fact.kind !== 'roundCompleted') continue;
    const { round, reason, realised, fees, funding, netPnl } = fact;
    const first = next;
    while (walk.fills[next]?.round === round) next += 1;
    rounds.push({
      round,
      openedAt: opened.at,
      closedAt: at,
      budget: opened.budget,
      reason,
      cycles,
      realised,
      fees,
      funding,
      netPnl,
      fills: walk.fills.slice(first, next),
    });
  }
  return { rounds, walk };
}
