// Measures conditions that must end within a bound. The time of a condition counts only while no fault disturbs the account of the condition.
import type { VirtualClock } from '@rondo/testkit';
import type { Violation } from '../checks/checkers.ts';
import type { CalmNeeds } from './calm.ts';

/** A condition that must end within `boundMs`. */
export type Condition = {
  readonly invariant: string;
  readonly boundMs: number;
  readonly accountId: string;
  /** With true, the time counts only while a running process holds the lease of the account. */
  readonly needsLease: boolean;
  /** With true, the time begins when no order can be unknown because of a fault. */
  readonly awaitsProof?: boolean;
  readonly text: string;
  /** Returns true when the condition has ended or does not count. The function is called when the bound has passed, and every second while the account is disturbed. */
  readonly isOver?: () => boolean;
};

export type Bounds = {
  /** Begins a condition. A condition with a key that has begun and not ended stays unchanged. */
  begin(key: string, condition: Condition): void;
  end(key: string): void;
  /** Returns for each invariant the longest duration of its conditions in milliseconds, with the disturbed time. */
  longest(): ReadonlyMap<string, number>;
};

export type BoundsDeps = {
  readonly clock: Pick<VirtualClock, 'now' | 'after'>;
  /** Returns the end of the latest disturbance that concerns the account. Returns infinity while the account is disturbed. */
  readonly calmSince: (accountId: string, of: CalmNeeds) => number;
  /** Returns the time since the start of the run. */
  readonly age: () => number;
  readonly report: (violation: Violation) => void;
};

// The condition was last seen at `seenAt`.
type Running = { readonly since: number; seenAt: number; readonly condition: Condition; cancel: () => void };

/** While an account is disturbed, its conditions are looked at again after this time. */
const lookAgainMs = 1_000;

/** Returns bounds without conditions. */
export function createBounds({ clock, calmSince, age, report }: BoundsDeps): Bounds {
  const running = new Map<string, Running>();
  const longest = new Map<string, number>();
  const note = ({ since, seenAt, condition: { invariant } }: Running): void => {
    const tookMs = seenAt - since;
    if (tookMs > (longest.get(invariant) ?? 0)) longest.set(invariant, tookMs);
  };
  // Returns true while the condition lasts. A condition that has ended by itself lasted until it was last seen.
  const isSeen = (entry: Running): boolean => {
    if (entry.condition.isOver?.() === true) return false;
    entry.seenAt = clock.now();
    return true;
  };
  const look = (key: string, entry: Running): void => {
    const { condition, since } = entry;
    if (!isSeen(entry)) {
      note(entry);
      return void running.delete(key);
    }
    const from = Math.max(since, calmSince(condition.accountId, needsOf(condition)));
    const leftMs = Number.isFinite(from) ? from + condition.boundMs - clock.now() : lookAgainMs;
    if (leftMs > 0) {
      const timer = clock.after(leftMs, () => look(key, entry));
      entry.cancel = () => timer.cancel();
      return;
    }
    note(entry);
    running.delete(key);
    const { invariant, text, boundMs } = condition;
    report({ invariant, at: age(), text: `${text} for more than ${boundMs / 1_000} s without a fault` });
  };
  return {
    begin(key, condition) {
      if (running.has(key)) return;
      const now = clock.now();
      const entry: Running = { since: now, seenAt: now, condition, cancel: () => undefined };
      running.set(key, entry);
      const timer = clock.after(condition.boundMs + 1, () => look(key, entry));
      entry.cancel = () => timer.cancel();
    },
    end(key) {
      const entry = running.get(key);
      if (entry === undefined) return;
      entry.seenAt = clock.now();
      note(entry);
      entry.cancel();
      running.delete(key);
    },
    longest() {
      for (const entry of running.values()) if (isSeen(entry)) note(entry);
      return longest;
    },
  };
}

function needsOf({ needsLease, awaitsProof = false }: Condition): CalmNeeds {
  return { needsLease, awaitsProof };
}
