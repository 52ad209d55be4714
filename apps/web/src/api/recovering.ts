// Tries a call again at the times of the auto-recovery table (specification, section 9).
import { recover } from '@rondo/contract';
import { wait } from '../lib/wait.ts';
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
