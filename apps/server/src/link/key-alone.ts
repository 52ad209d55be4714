// One change of an account's key at a time in this process; the table's index says the same for all processes.
import { ApiError } from '../api/api-error.ts';

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
