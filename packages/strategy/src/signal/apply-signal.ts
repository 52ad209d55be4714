// Applies the events of signals to a bot: a signal opens a round, and an opening that was not sent in time is undone (strategy 8.5).
import { hasFirstFill } from '../bot/phase.ts';
import { bookRound, completeBot, openRound, type Transition } from '../round/round.ts';
import type { BotState } from '../types.ts';
import type { SignalEvent, SignalRefusal } from './signal.ts';

type Signal = Extract<SignalEvent, { readonly kind: 'signal' }>;
type OpeningExpired = Extract<SignalEvent, { readonly kind: 'openingExpired' }>;

/** Opens a round with the signal, or returns the reason why no round opens. A signal without evidence has no reason. */
export function applySignal(state: BotState, signal: Signal): Transition {
  const { source, validUntil, stepDistance } = signal;
  const why = refusalOf(state, signal);
  if (why !== null) return { state, facts: source === undefined ? [] : [{ kind: 'signalRefused', why, source }] };
  const opened = openRound(state, stepDistance ?? state.config.stepDistance);
  const { round } = opened.state;
  if (round === null || source === undefined || validUntil === undefined) return opened;
  return { ...opened, state: { ...opened.state, round: { ...round, signal: { validUntil, source } } } };
}

function refusalOf(state: BotState, { at, validUntil }: Signal): SignalRefusal | null {
  const { status, round } = state;
  if (status === 'error') return 'error';
  if (status !== 'active') return 'ended';
  if (state.stop !== null) return 'stopping';
  if (state.holds.length > 0) return 'held';
  if (round !== null) return round.closing !== null ? 'closing' : state.isLast ? 'lastRound' : 'open';
  return at !== undefined && validUntil !== undefined && at > validUntil ? 'late' : null;
}

/** Returns the last time (epoch ms) at which the first order of the round may be sent, or null when no signal limits the opening. */
export function openingEnd({ status, stop, round }: Pick<BotState, 'status' | 'stop' | 'round'>): number | null {
  if (status !== 'active' || stop !== null || round === null || round.signal === undefined) return null;
  return round.closing !== null || round.plan !== null || hasFirstFill(round) ? null : round.signal.validUntil;
}

/**
 * Undoes a round whose first order was not sent in time. The number of the round is not used again, because a number that was shown never goes back
 * (I29), and because client ids contain it.
 */
export function applyOpeningExpired(state: BotState, { at, isBooked }: OpeningExpired): Transition {
  const { round } = state;
  const end = openingEnd(state);
  if (end === null || at <= end || round?.signal === undefined) return { state, facts: [] };
  // The round has the fees and the funding of a late lot that was open during the round.
  const undone: BotState = isBooked === true ? bookRound(state, round).state : { ...state, round: null };
  const fact = { kind: 'openingExpired', round: round.round, source: round.signal.source } as const;
  const next = state.isLast ? completeBot(undone, 'last_round') : { state: undone, facts: [] };
  return { state: next.state, facts: [fact, ...next.facts] };
}
