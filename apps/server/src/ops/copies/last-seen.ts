// Stores outside the database what this server has seen of it, so that an older copy of the database at the same place starts frozen (decision 56).
import type { Clock, Log } from '@rondo/engine/ports';
import { writeLastSeen, type FoundCopy, type FreezeReason, type LastSeen, type Store } from '@rondo/store';
import { schedule, type Schedule } from '../../async/scheduler.ts';
import { serverLimits } from '../../limits.ts';
import { causeOf } from '../log.ts';

export interface LastSeenDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly instances: Pick<Store['instances'], 'see'>;
  readonly installation: {
    readonly frozen: () => FreezeReason | null;
    readonly freeze: (copy: FoundCopy) => Promise<void>;
  };
  /** The data folder of this server. */
  readonly folder: string;
}

/** Looks at the database immediately and then every minute. The file is written after the commit, so it never has more than the database. */
export function keepLastSeen({ clock, log, instances, installation, folder }: LastSeenDeps): Schedule {
  let last: LastSeen | null = null;
  return schedule(clock, {
    everyMs: serverLimits.lastSeenMs,
    async work() {
      if (installation.frozen() !== null) return;
      const seen = await instances.see();
      if (seen === null) return;
      // Each look raises the count, so a count that is not larger comes from an older copy of the database.
      if (last?.history === seen.history && seen.count <= last.count)
        return installation.freeze({ reason: 'commits', accountIds: [] });
      last = seen;
      await writeLastSeen(folder, seen);
    },
    onError: (error) => log.write('warn', 'instance.notSeen', { cause: causeOf(error) }),
  });
}
