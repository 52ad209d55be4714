// Converts states and events that were stored before holds existed (strategy 8.6).
import type { Hold, HoldEvent } from '../holds/hold.ts';

type StoredRecord = Readonly<Record<string, unknown>>;

/** A paused bot had no reason in its state. The operator or a revoked key had paused it. */
const pauseHold = { by: 'grant', level: 'entries', reason: 'approval', until: null } as const;

/** Returns the event that a stored event of version 1 means: `pause` and `resume` are the hold and the release of the grant. */
export function fromVersion1Event(event: StoredRecord): StoredRecord | HoldEvent {
  if (event['kind'] === 'pause') return { kind: 'hold', ...pauseHold };
  if (event['kind'] === 'resume') return { kind: 'release', by: 'grant' };
  return event;
}

/** Returns a state of version 1 with holds instead of `isPaused` and of the wait and the lock of the loss guard. */
export function fromVersion1State(stored: StoredRecord): StoredRecord {
  const { isPaused, guard, ...state } = stored;
  const pauses: readonly Hold[] = isPaused === true ? [pauseHold] : [];
  if (typeof guard !== 'object' || guard === null) return { ...state, holds: pauses };
  const { waitsUntil, lock, ...counts } = guard as StoredRecord; // A stored guard of version 1 is a record.
  return { ...state, guard: counts, holds: [...pauses, ...guardHolds(waitsUntil, lock)] };
}

function guardHolds(waitsUntil: unknown, lock: unknown): readonly Hold[] {
  const hold = { by: 'guard', level: 'rounds' } as const;
  if (typeof lock === 'string') return [{ ...hold, reason: lock, until: null }];
  return typeof waitsUntil === 'number' ? [{ ...hold, reason: 'stop_loss', until: waitsUntil }] : [];
}
