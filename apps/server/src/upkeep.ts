// Scheduled jobs under the clock port: the purge of what has had its time. The database decides which node runs it.
import type { Clock, Log } from '@rondo/engine/ports';
import type { Jobs, Retention } from '@rondo/store';
import { serverLimits } from './limits.ts';
import { causeOf } from './log.ts';

export interface UpkeepDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: { readonly jobs: Jobs; readonly retention: Retention };
}

export interface Upkeep {
  /** Ends the schedule and waits for a purge under way. */
  stop(): Promise<void>;
}

/** Looks at once and then every hour whether the daily purge is due. */
export function startUpkeep({ clock, log, store }: UpkeepDeps): Upkeep {
  let isStopped = false;
  let timer: { cancel(): void } | null = null;
  let underWay: Promise<void> = Promise.resolve();
  const purgeWhenDue = async (): Promise<void> => {
    const now = clock.now();
    if (!(await store.jobs.claim('retention', { everyMs: serverLimits.purgeEveryMs, now }))) return;
    log.write('info', 'retention.purged', { ...(await store.retention.purge(now)) });
  };
  const look = (): void => {
    underWay = purgeWhenDue()
      .catch((error: unknown) => log.write('error', 'retention.failed', { cause: causeOf(error) }))
      .finally(() => {
        if (!isStopped) timer = clock.after(serverLimits.upkeepLookMs, look);
      });
  };
  look();
  return {
    async stop() {
      isStopped = true;
      timer?.cancel();
      await underWay;
    },
  };
}
