// Computes where the base exit of a running round was after each fill of the round. The chart of a running bot draws the result.
import { zero, type Decimal, type Ticks } from '@rondo/decimal';
import { applyFill } from '../round/fill.ts';
import { emptyLedger } from '../round/ledger.ts';
import { baseExitPrice } from '../round/levels.ts';
import { emptyLot } from '../round/lot.ts';
import { freshSlot } from '../round/round.ts';
import type { BotState, Fact, FillEvent, RoundState } from '../types.ts';

/** The price of the base exit from the instant `at` (epoch ms) on. */
export type ExitStep = {
  readonly at: number;
  readonly price: Ticks;
  /** The completed cycle that moved the exit: its step, the number of this cycle in the round, and its net result in USDT. Null when an entry moved the exit. */
  readonly cycle: { readonly step: number; readonly count: number; readonly net: Decimal } | null;
};

/**
 * Returns the steps of the base exit of the running round, oldest first. `fills` are the fills of the orders of the bot, oldest first. The last
 * step always has the present price. When the fills do not lead to this price, for example because the owner has reduced the position at the
 * exchange, only the last step is returned. Its instant is the instant of the last fill.
 */
export function exitHistory(state: BotState, fills: readonly FillEvent[]): readonly ExitStep[] {
  const { round, config } = state;
  const present = round === null ? null : baseExitPrice(round, config);
  const own = fills.filter(({ slot }) => slot.round === round?.round && movesExit(slot.kind));
  const last = own.at(-1);
  if (round === null || present === null || last === undefined) return [];
  const steps = replayed({ ...state, round: atBeginning(round) }, own);
  return steps.at(-1)?.price === present ? steps : [{ at: last.at, price: present, cycle: null }];
}

function movesExit(kind: FillEvent['slot']['kind']): boolean {
  return kind === 'entry' || kind === 'takeProfit';
}

/** Returns the round with its plan and without any fill. */
function atBeginning(round: RoundState): RoundState {
  return {
    ...round,
    steps: round.steps.map((step) => ({ ...step, lot: emptyLot, entry: freshSlot, exit: freshSlot, cycles: 0 })),
    baseExit: freshSlot,
    credit: zero,
    ledger: emptyLedger,
    closing: null,
  };
}

function replayed(beginning: BotState, fills: readonly FillEvent[]): readonly ExitStep[] {
  const steps: ExitStep[] = [];
  let state = beginning;
  let cycles = 0;
  for (const fill of fills) {
    const { state: next, facts } = applyFill(state, fill);
    const cycle = facts.find(isCycle);
    if (cycle !== undefined) cycles += 1;
    const price = next.round === null ? null : baseExitPrice(next.round, next.config);
    state = next;
    if (price === null || price === steps.at(-1)?.price) continue;
    const moved = cycle === undefined ? null : { step: cycle.step, count: cycles, net: cycle.netPnl };
    steps.push({ at: fill.at, price, cycle: moved });
  }
  return steps;
}

function isCycle(fact: Fact): fact is Extract<Fact, { kind: 'cycleCompleted' }> {
  return fact.kind === 'cycleCompleted';
}
