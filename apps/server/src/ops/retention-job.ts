// The daily purge of expired records, and the hourly limit of attempts with unknown e-mails. The database decides which node runs the purge.
import type { Clock, Log } from '@rondo/engine/ports';
import type { Jobs, Retention } from '@rondo/store';
import { serverLimits } from '../limits.ts';
import { causeOf } from './log.ts';
import { schedule, type Schedule } from '../async/scheduler.ts';

export interface RetentionJobDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: { readonly jobs: Jobs; readonly retention: Retention };
}

/** Limits the attempts with unknown e-mails, and checks whether the daily purge has to run, immediately and then every hour. */
export function startRetentionJob({ clock, log, store }: RetentionJobDeps): Schedule {
  return schedule(clock, {
    everyMs: serverLimits.purgeCheckMs,
    async work() {
      const unknownLogins = await store.retention.limitUnknownLogins();
      if (unknownLogins > 0) log.write('info', 'retention.limited', { unknownLogins });
      if (!(await store.jobs.claim('retention', serverLimits.purgeEveryMs))) return;
      log.write('info', 'retention.purged', { ...(await store.retention.purge(clock.now())) });
    },
    onError: (error) => log.write('error', 'retention.failed', { cause: causeOf(error) }),
  });
}
