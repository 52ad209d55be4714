// The occurrences of faults in one run. Each occurrence has the name of its fault and an ordinal, so that a smaller run can repeat some of them.
import type { FaultName } from '../checks/counts.ts';

/** One occurrence of a fault. The time is in milliseconds since the start of the run, and `what` describes the message or the place. */
export type Occurrence = {
  readonly name: FaultName;
  readonly ordinal: number;
  readonly at: number;
  readonly what: string;
};

/** The parts of a run that a smaller run keeps. A part that is not named is whole. */
export type Reduction = {
  /** The faults end at this time, in milliseconds since the start of the run. */
  readonly chaosEndMs?: number;
  /** The ids of the bots that the run keeps. An account without a bot is removed. */
  readonly bots?: readonly string[];
  readonly machines?: number;
  /** For each fault: the ordinals of the occurrences that take place. */
  readonly faults?: Readonly<Partial<Record<FaultName, readonly number[]>>>;
};

export type Occurrences = {
  /** Returns whether an occurrence takes place. `isDrawn` is false when chance has not drawn the fault. */
  readonly occurs: (name: FaultName, isDrawn: boolean, what?: string) => boolean;
  /** The occurrences that took place. Without a reduction no occurrence is recorded. */
  readonly taken: readonly Occurrence[];
};

/** Returns the occurrences of a run that has not begun. With null, every drawn fault takes place. */
export function createOccurrences(reduction: Reduction | null, now: () => number): Occurrences {
  const ordinals = new Map<FaultName, number>();
  const kept = new Map(Object.entries(reduction?.faults ?? {}).map(([name, each]) => [name, new Set(each)] as const));
  const taken: Occurrence[] = [];
  return {
    taken,
    occurs(name, isDrawn, what = '') {
      if (!isDrawn || reduction === null) return isDrawn;
      const ordinal = (ordinals.get(name) ?? 0) + 1;
      ordinals.set(name, ordinal);
      if (kept.get(name)?.has(ordinal) === false) return false;
      taken.push({ name, ordinal, at: now(), what });
      return true;
    },
  };
}
