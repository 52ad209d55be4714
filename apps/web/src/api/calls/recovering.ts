// Tries a call again at the times of the auto-recovery table (specification 9).
import { isRecoverable, recover, recoveryDelayMs } from '@rondo/contract';
import { wait } from '../../lib/page/wait.ts';
import { ApiError } from './api-error.ts';

/** Only for calls that may be repeated without harm; each is told which retry it is. Throws the last attempt's error. */
export const recovering = async <Value>(
  call: (retry: number) => Promise<Value>,
  pause: (delayMs: number) => Promise<void> = wait,
): Promise<Value> => {
  let thrown: unknown;
  const result = await recover(async (retry) => {
    try {
      return { ok: true, value: await call(retry) };
    } catch (error) {
      thrown = error;
      return { ok: false, code: error instanceof ApiError ? error.code : 'BUG' };
    }
  }, pause);
  if (!result.ok) throw thrown;
  return result.value;
};

/**
 * The pause before a query is asked again after `failures` earlier retries, or null when it is given up: the table's times for
 * its codes, and those of an unknown error for everything that a server or a proxy broke. A lost session is never asked again.
 */
export const retryDelayMs = (error: unknown, failures: number): number | null => {
  if (!(error instanceof ApiError)) return recoveryDelayMs('UNKNOWN_ERROR', failures);
  if (error.status === 401) return null;
  if (isRecoverable(error.code) && error.code !== 'UNKNOWN_ERROR') return recoveryDelayMs(error.code, failures);
  return error.status >= 500 ? recoveryDelayMs('UNKNOWN_ERROR', failures) : null;
};
