// Permits one change of an account's key at a time in this process. A unique index of the database prevents two concurrent changes in different processes.
import type { Clock } from '@rondo/engine/ports';
import { ApiError } from '../api/api-error.ts';
import { serverLimits } from '../limits.ts';

export interface KeyChangeLock {
  /** Runs the work. Throws KEY_CHANGE_RUNNING when another change of this account's key is running. */
  run<Value>(accountId: string, work: () => Promise<Value>): Promise<Value>;
  /** Runs the work after a running change of this account's key has ended. Throws KEY_CHANGE_RUNNING when the running change takes too long. */
  runAfterWait<Value>(accountId: string, work: () => Promise<Value>): Promise<Value>;
}

/** Creates the lock of one server. */
export function createKeyChangeLock(clock: Pick<Clock, 'after'>): KeyChangeLock {
  const running = new Set<string>();
  const run: KeyChangeLock['run'] = async (accountId, work) => {
    if (running.has(accountId)) throw new ApiError('KEY_CHANGE_RUNNING');
    running.add(accountId);
    try {
      return await work();
    } finally {
      running.delete(accountId);
    }
  };
  return {
    run,
    async runAfterWait(accountId, work) {
      for (let attempt = 1; attempt < serverLimits.keyReadAttempts && running.has(accountId); attempt += 1)
        await new Promise<void>((resolve) => void clock.after(serverLimits.keyReadGapMs, resolve));
      return run(accountId, work);
    },
  };
}
