// Counts how often in sequence a node was seen without its death signal.
import { signalLookGapMs, signalLooks } from '../limits.ts';

interface Looks {
  readonly count: number;
  readonly at: number;
}

/** The looks of this node at the death signals of other nodes. */
export interface SignalWatch {
  /**
   * Adds one look at the time `now` of the database. `silent` are the owners without a signal, each with its key. Returns the owners that had no signal in
   * `signalLooks` looks. A new key of an owner, or a look that finds the signal, begins anew.
   */
  look(now: number, silent: ReadonlySet<string>): ReadonlySet<string>;
}

/** Returns looks that have seen nothing yet. */
export function createSignalWatch(): SignalWatch {
  let seen: ReadonlyMap<string, Looks> = new Map();
  return {
    look(now, silent) {
      const next = new Map<string, Looks>();
      for (const owner of silent) {
        const last = seen.get(owner);
        if (last === undefined) next.set(owner, { count: 1, at: now });
        else next.set(owner, now - last.at < signalLookGapMs ? last : { count: last.count + 1, at: now });
      }
      seen = next;
      return new Set([...next].flatMap(([owner, { count }]) => (count >= signalLooks ? [owner] : [])));
    },
  };
}
