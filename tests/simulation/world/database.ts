// The database of a long run: it can be down for all processes or for one, full, slow, or lose the response of a commit.
import type { SeededChance, VirtualClock } from '@rondo/testkit';
import { count, type Counts } from '../checks/counts.ts';
import type { Occurrences } from '../faults/occurrences.ts';
import type { RareFaults } from '../faults/rare-faults.ts';

export type Database = {
  /** Executes a call of a process, or fails as the faults demand. */
  call<T>(process: string, kind: 'read' | 'write', run: () => Promise<T>): Promise<T>;
  /** Until this time no call arrives. With a process, only the calls of this process do not arrive. */
  cut(until: number, process: string | null): void;
  /** Until this time every write fails. */
  fill(until: number): void;
  /** Returns the time since when no call of the process arrives, or null. */
  cutSince(process: string): number | null;
};

type DatabaseDeps = {
  readonly clock: VirtualClock;
  readonly chance: SeededChance;
  readonly counts: Counts;
  readonly occurs: Occurrences['occurs'];
  readonly rare: () => RareFaults;
};

const unreachableMs = 2_000;
const slowMs = { from: 100, to: 4_000 };

/** Returns a database that responds to all calls until a fault occurs. */
export function createDatabase({ clock, chance, counts, rare, occurs }: DatabaseDeps): Database {
  const cuts = new Map<string | null, { readonly since: number; readonly until: number }>();
  let fullUntil = 0;
  const wait = (durationMs: number): Promise<void> => new Promise((resolve) => void clock.after(durationMs, resolve));
  const cutSince = (process: string): number | null => {
    const open = [cuts.get(null), cuts.get(process)].flatMap((cut) =>
      cut !== undefined && clock.now() < cut.until ? [cut.since] : [],
    );
    return open.length === 0 ? null : Math.min(...open);
  };
  return {
    async call(process, kind, run) {
      if (cutSince(process) !== null) {
        await wait(unreachableMs);
        throw new Error('The database does not respond.');
      }
      if (kind === 'write' && clock.now() < fullUntil) throw new Error('The disk of the database is full.');
      const { slowDatabase, lostCommit } = rare();
      if (slowDatabase > 0 && chance.happens(slowDatabase)) {
        const waitMs = chance.between(slowMs.from, slowMs.to);
        if (occurs('databaseSlow', true, kind)) {
          count(counts.faults, 'databaseSlow');
          await wait(waitMs);
        }
      }
      const result = await run();
      if (kind === 'write' && lostCommit > 0 && occurs('commitLost', chance.happens(lostCommit))) {
        count(counts.faults, 'commitLost');
        throw new Error('The connection to the database was lost after the commit.');
      }
      return result;
    },
    cut(until, process) {
      const now = clock.now();
      const known = cuts.get(process);
      cuts.set(process, { since: known !== undefined && now < known.until ? known.since : now, until });
    },
    cutSince,
    fill: (until) => {
      fullUntil = until;
    },
  };
}
