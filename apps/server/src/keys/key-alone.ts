// One change of an account's key at a time in this process; the table's index says the same for all processes.
import type { Clock } from '@rondo/engine/ports';
import { ApiError } from '../api/api-error.ts';
import { serverLimits } from '../limits.ts';

const underWay = new Set<string>();

/** Runs the work unless another change of this key runs: that is refused. */
export async function alone<Value>(accountId: string, work: () => Promise<Value>): Promise<Value> {
  if (underWay.has(accountId)) throw new ApiError('KEY_CHANGE_RUNNING');
  underWay.add(accountId);
  try {
    return await work();
  } finally {
    underWay.delete(accountId);
  }
}

/** The same, after a bounded wait for a change of this key that runs. */
export async function aloneSoon<Value>(clock: Clock, accountId: string, work: () => Promise<Value>): Promise<Value> {
  for (let looks = 1; looks < serverLimits.keyLooks && underWay.has(accountId); looks += 1)
    await new Promise<void>((resolve) => void clock.after(serverLimits.keyLookGapMs, resolve));
  return alone(accountId, work);
}
