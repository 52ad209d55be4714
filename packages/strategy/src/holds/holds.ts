// Adds, removes and reads the holds of a bot (strategy 8.6). The functions are pure.
import type { BotState, GuardLock } from '../types.ts';
import type { Hold, HoldLevel, HoldOwner } from './hold.ts';

type Held = Pick<BotState, 'holds'>;

/** Returns the strongest level of the holds, or null when nothing holds the bot. The level `entries` is stronger than `rounds`. */
export function holdLevelOf({ holds }: Held): HoldLevel | null {
  if (holds.length === 0) return null;
  return holds.some(({ level }) => level === 'entries') ? 'entries' : 'rounds';
}

/** Returns the hold of one owner, or null when this owner does not hold the bot. */
export function holdOf({ holds }: Held, owner: HoldOwner): Hold | null {
  return holds.find(({ by }) => by === owner) ?? null;
}

/** Returns the holds with one hold added. It replaces the hold of the same owner. */
export function withHold(holds: readonly Hold[], hold: Hold): readonly Hold[] {
  return [...withoutHold(holds, hold.by), hold];
}

/** Returns the holds without the hold of one owner. */
export function withoutHold(holds: readonly Hold[], owner: HoldOwner): readonly Hold[] {
  return holds.filter(({ by }) => by !== owner);
}

/** Returns why the loss guard is locked, or null when it is not locked (strategy 8.3). */
export function guardLockOf(state: Held): GuardLock | null {
  const hold = holdOf(state, 'guard');
  return hold !== null && hold.until === null && (hold.reason === 'stops' || hold.reason === 'loss')
    ? hold.reason
    : null;
}

/** Returns the instant (epoch ms) at which the first hold of the bot ends, or null when no hold has an end. */
export function firstHoldEnd({ holds }: Held): number | null {
  const ends = holds.flatMap(({ until }) => until ?? []);
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Returns true when the end of a hold has come at this instant (epoch ms) and the bot has not ended. */
export function isWaitOver(state: Pick<BotState, 'holds' | 'status'>, at: number): boolean {
  const end = firstHoldEnd(state);
  return state.status !== 'completed' && state.status !== 'liquidated' && end !== null && at >= end;
}
