// Computes the phase of a bot, and lists the actions that each phase allows (strategy 3.7, 5).
import { openLots } from '../round/lot.ts';
import { guardLockOf, holdLevelOf, holdOf } from '../holds/holds.ts';
import type { BotState, Phase, RoundState, StepState } from '../types.ts';

/** Returns the phase of a bot, computed from the state of the bot. */
export function phaseOf(state: BotState): Phase {
  if (state.status === 'completed' || state.status === 'liquidated') return state.status;
  if (state.stop !== null) return 'stopping';
  if (state.status === 'error') return 'error';
  const level = holdLevelOf(state);
  if (level === 'entries') return 'paused';
  if (state.status === 'idle') return level === null ? 'opening' : 'paused';
  if (state.round === null) return phaseWithoutRound(state);
  if (state.round.plan === null) return level === null || hasFirstFill(state.round) ? 'opening' : 'paused';
  return state.round.steps.some(hasCycledAndWaits) ? 'waiting_for_cyclic_entry' : 'running';
}

/** The actions that a user can apply to a bot. */
export type BotAction = 'stopAndClose' | 'stopAndLeave' | 'setLast' | 'hold' | 'releaseGuard' | 'recover';

const tradingPhases: readonly Phase[] = [
  'opening',
  'running',
  'waiting_for_cyclic_entry',
  'waiting_for_signal',
  'waiting_after_stop',
  'locked',
  'paused',
];

/** The phases that accept each action. The reducer and the buttons use this table. */
export const allowedPhases: Readonly<Record<BotAction, readonly Phase[]>> = {
  stopAndClose: [...tradingPhases, 'error', 'stopping'],
  stopAndLeave: [...tradingPhases, 'error'],
  setLast: tradingPhases,
  hold: [...tradingPhases, 'error', 'stopping'],
  releaseGuard: ['locked', 'paused'],
  recover: ['error'],
};

/** The error keys of bots that the owner can recover (strategy 5). */
export const recoverableErrors: readonly string[] = ['entry_missed', 'reduced_externally'];

/**
 * Returns true when the bot accepts the action now. A bot that is stopping and leaves its position to the user accepts
 * only `stopAndClose`. A bot accepts `releaseGuard` only when its loss guard is locked, `recover` only
 * after a recoverable error, and no `setLast` after the owner has chosen that it only exits. `hold` means the events `hold`
 * and `release`.
 */
export function mayDo(state: BotState, action: BotAction): boolean {
  if (!allowedPhases[action].includes(phaseOf(state))) return false;
  if (action === 'releaseGuard' && guardLockOf(state) === null) return false;
  if (action === 'recover' && !recoverableErrors.some((key) => key === state.errorKey)) return false;
  if (action === 'setLast' && state.isExitsOnly === true) return false;
  if (action === 'hold') return true;
  return state.stop === null || (action === 'stopAndClose' && !state.stop.closePosition);
}

/** Returns true when the bot needs a new last price to calculate the size of step 1. */
export function needsPrice(state: BotState): boolean {
  const round = state.round;
  if (state.status !== 'active' || state.holds.length > 0 || state.stop !== null || round === null) return false;
  return round.closing === null && round.plan === null && round.opening === null && !hasFirstFill(round);
}

function phaseWithoutRound(state: BotState): Phase {
  if (guardLockOf(state) !== null) return 'locked';
  if (holdOf(state, 'guard') !== null) return 'waiting_after_stop';
  return state.holds.length > 0 ? 'paused' : 'waiting_for_signal';
}

/** Returns true when a step of the round has a fill. */
export function hasFirstFill({ steps }: RoundState): boolean {
  return steps.some(({ lot }) => lot.entered > 0n);
}

function hasCycledAndWaits(step: StepState): boolean {
  return step.cycles > 0 && openLots(step.lot) === 0n;
}
