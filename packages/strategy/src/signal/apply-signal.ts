// Applies the events of signals to a bot: a signal opens a round, and an opening that was not sent in time is undone (strategy 8.5).
import { hasFirstFill } from '../bot/phase.ts';
import { decimal, type Ratio } from '@rondo/decimal';
import { signalBars } from '@rondo/signals';
import { completeBot, openRound, undoOpening, type Transition } from '../round/round.ts';
import { atrDistance, atrStepDistance } from '../settings/atr-distance.ts';
import type { BotConfig, BotState } from '../types.ts';
import type { SignalEvent, SignalRefusal } from './signal.ts';

type Signal = Extract<SignalEvent, { readonly kind: 'signal' }>;
type OpeningExpired = Extract<SignalEvent, { readonly kind: 'openingExpired' }>;

/** Opens a round with the signal, or returns the reason why no round opens. A signal without evidence has no reason. */
export function applySignal(state: BotState, signal: Signal): Transition {
  const { source, validUntil, atr } = signal;
  const distance = distanceOf(state.config, signal);
  const why = refusalOf(state, signal) ?? (distance === null ? 'noDistance' : null);
  if (why !== null || distance === null)
    return { state, facts: source === undefined || why === null ? [] : [{ kind: 'signalRefused', why, source }] };
  const opened = openRound(state, distance);
  const { round } = opened.state;
  if (round === null || source === undefined || validUntil === undefined) return opened;
  const roundSignal = { validUntil, source, ...(atr === undefined ? {} : { atr }) };
  return { ...opened, state: { ...opened.state, round: { ...round, signal: roundSignal } } };
}

/**
 * Returns the step distance of the round that the signal opens, or null when the bot needs a reading of ATR and the signal has none. A signal with evidence
 * gives no distance beside the reading. A back-test computes the distance itself.
 */
function distanceOf(
  { atrMultiplier, stepDistance: configured }: BotConfig,
  { stepDistance, source, atr }: Signal,
): Ratio | null {
  if (atrMultiplier === undefined) return stepDistance ?? configured;
  if (source === undefined) return stepDistance;
  const barMs = signalBars[atrDistance.bar];
  // The newest bar that had closed at the time of the signal.
  if (atr === undefined || atr.closedAt !== Math.floor(source.closedAt / barMs) * barMs) return null;
  return atrStepDistance({ atr: decimal(atr.atr), close: decimal(atr.close) }, atrMultiplier);
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

/** Undoes a round whose first order was not sent in time. */
export function applyOpeningExpired(state: BotState, { at, isBooked }: OpeningExpired): Transition {
  const { round } = state;
  const end = openingEnd(state);
  if (end === null || at <= end || round?.signal === undefined) return { state, facts: [] };
  const fact = { kind: 'openingExpired', round: round.round, source: round.signal.source } as const;
  // The round has the fees and the funding of a late lot that was open during the round.
  if (isBooked === true) return undoOpening(state, round, fact);
  const undone: BotState = { ...state, round: null };
  const next = state.isLast ? completeBot(undone, 'last_round') : { state: undone, facts: [] };
  return { state: next.state, facts: [fact, ...next.facts] };
}
