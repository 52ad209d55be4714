// Recovers a bot that missed its entry or whose position was reduced by hand, as its owner chooses (strategy 5).
import { mustExist } from '../must-exist.ts';
import { openSize } from '../round/ledger.ts';
import { openLots } from '../round/lot.ts';
import { beginRound, bookRound, completeBot, type Transition } from '../round/round.ts';
import type { Recovery } from './recovery.ts';
import type { BotState, RoundState } from '../types.ts';

/** Returns the bot as its owner chooses. The caller has checked that the bot is recoverable. */
export function recoverBot(state: BotState, as: Recovery): Transition {
  const active: BotState = { ...state, status: 'active', errorKey: null };
  const outcome = as === 'continue' ? continueBot(active, state.errorKey) : exitOnly(active);
  return { state: outcome.state, facts: [{ kind: 'recovered', as }, ...outcome.facts] };
}

function continueBot(state: BotState, errorKey: string | null): Transition {
  const { round } = state;
  // The round has ended while the bot opened no further round.
  if (round === null) return beginRound(state);
  const counted = { ...round, attempts: 0 };
  if (errorKey !== 'reduced_externally') return { state: { ...state, round: counted }, facts: [] };
  return { state: { ...state, round: { ...counted, reducedSteps: reducedStepsOf(round) } }, facts: [] };
}

function exitOnly(state: BotState): Transition {
  const last: BotState = { ...state, isLast: true, isExitsOnly: true };
  if (openSize(last) > 0n) return { state: last, facts: [] };
  return completeBot(last.round === null ? last : bookRound(last, last.round).state, 'last_round');
}

// A state from before `reducedSteps` existed does not say which steps were reduced, so each step with a fill counts.
function reducedStepsOf({ reducedSteps, steps }: RoundState): readonly number[] {
  return reducedSteps ?? steps.filter(({ lot, cycles }) => lot.entered > 0n || cycles > 0).map(({ step }) => step);
}

/** Returns the round with the steps whose open lots are fewer than before. These steps have no entry in this round. */
export function withReducedSteps(before: RoundState, after: RoundState): RoundState {
  const reduced = after.steps
    .filter(
      ({ lot }, index) => openLots(lot) < openLots(mustExist(before.steps[index], 'the step before the reduction').lot),
    )
    .map(({ step }) => step);
  return { ...after, reducedSteps: [...new Set([...(before.reducedSteps ?? []), ...reduced])] };
}
