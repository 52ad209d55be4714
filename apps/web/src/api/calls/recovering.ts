// Retries failed calls with the delays of the auto-recovery table (specification 9).
import { isRecoverable, recover, recoveryDelayMs } from '@rondo/contract';
import { wait } from '../../lib/page/wait.ts';
import { ApiError } from './api-error.ts';

/**
 * Runs an idempotent call with retries. `call` receives the number of the retry, which is 0 for the first attempt. Throws the error of the
 * last attempt when every retry has failed.
 */
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
 * Returns the delay in ms before the next retry, or null when the call is not retried. `failures` is the number of earlier retries. An
 * error of the server, or of a proxy, whose code is not in the table has the delays of UNKNOWN_ERROR. A call that failed because of a lost
 * session is never retried.
 */
export const retryDelayMs = (error: unknown, failures: number): number | null => {
  if (!(error instanceof ApiError)) return recoveryDelayMs('UNKNOWN_ERROR', failures);
  if (error.status === 401) return null;
  if (isRecoverable(error.code) && error.code !== 'UNKNOWN_ERROR') return recoveryDelayMs(error.code, failures);
  return error.status >= 500 ? recoveryDelayMs('UNKNOWN_ERROR', failures) : null;
};

/** Specification 9: failed queries are retried with the delays of the recovery table. */
export const recovery = {
  retry: (failures: number, error: unknown): boolean => retryDelayMs(error, failures) !== null,
  retryDelay: (failures: number, error: unknown): number => retryDelayMs(error, failures) ?? 0,
};
