// Applies the events of holds to a bot: a hold, a release, and the end of a wait (strategy 8.6).
import { withoutOpening, beginRound, type Transition } from '../round/round.ts';
import { releasedGuard } from '../round/loss-guard.ts';
import type { BotState, Fact } from '../types.ts';
import type { Hold, HoldEvent } from './hold.ts';
import { holdOf, isWaitOver, withHold, withoutHold } from './holds.ts';

/** Returns the bot with the hold of the event. The size of a first step without a fill is calculated again after the hold. */
export function applyHold(state: BotState, event: Extract<HoldEvent, { readonly kind: 'hold' }>): Transition {
  const { kind: _, ...hold } = event;
  if (isEqual(holdOf(state, hold.by), hold)) return { state, facts: [] };
  const held: BotState = { ...state, holds: withHold(state.holds, hold), round: withoutOpening(state.round) };
  return { state: held, facts: [{ kind: 'held', ...hold }] };
}

/** Returns the bot without the hold of the owner. The next round opens when it is due and no other hold is left. */
export function applyRelease(state: BotState, { by }: Extract<HoldEvent, { readonly kind: 'release' }>): Transition {
  if (holdOf(state, by) === null) return { state, facts: [] };
  return openWhenFree({ ...state, holds: withoutHold(state.holds, by) }, [{ kind: 'released', by }]);
}

/** Returns the bot without the holds that have ended at this instant (epoch ms). */
export function applyWaitOver(state: BotState, at: number): Transition {
  if (!isWaitOver(state, at)) return { state, facts: [] };
  const isOver = ({ until }: Hold): boolean => until !== null && at >= until;
  const released = state.holds.flatMap(({ by, ...hold }): readonly Fact[] =>
    by === 'guard' || !isOver({ by, ...hold }) ? [] : [{ kind: 'released', by }],
  );
  return openWhenFree({ ...state, holds: state.holds.filter((hold) => !isOver(hold)) }, released);
}

/**
 * Returns the bot after its owner has released the lock of the loss guard. The release does not open the next round. The
 * next `waitOver` event opens the round, because the budget is computed from the available margin at that time.
 */
export function applyReleaseGuard(state: BotState, at: number): Transition {
  const hold: Hold = { by: 'guard', level: 'rounds', reason: 'released', until: at };
  const released: BotState = { ...state, guard: releasedGuard, holds: withHold(state.holds, hold) };
  return { state: released, facts: [{ kind: 'guardReleased' }] };
}

function openWhenFree(state: BotState, facts: readonly Fact[]): Transition {
  if (state.status !== 'active' || state.stop !== null || state.round !== null || state.holds.length > 0)
    return { state, facts };
  const opened = beginRound(state);
  return { state: opened.state, facts: [...facts, ...opened.facts] };
}

function isEqual(before: Hold | null, { level, reason, until }: Omit<Hold, 'by'>): boolean {
  return before !== null && before.level === level && before.reason === reason && before.until === until;
}
