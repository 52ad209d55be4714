// The budgets of calls that protect secrets and money: failed log-ins, codes, registrations, resets and creations. Several nodes on one database have one budget.
import type { Throttles } from '@rondo/store';
import { ApiError } from './api-error.ts';
import { createCallCounts, type CallLimit } from '../edge/call-counts.ts';

/** The calls of each key within a period. */
export interface Budget {
  /** Counts one call. Throws 429 with Retry-After when the budget of the key is used completely. */
  spend(key: string): Promise<void>;
  /** Takes one counted call back. */
  reward(key: string): Promise<void>;
}

/** Returns the budget with this name. Budgets with one name have one count. */
export type Budgets = (name: string, limit: CallLimit) => Budget;

/** Creates budgets that all nodes share. While the database does not respond, each node counts in its memory. */
export function sharedBudgets(throttles: Throttles): Budgets {
  return (name, limit) => {
    const insurance = createCallCounts(limit);
    const durationMs = limit.seconds * 1_000;
    const keyOf = (key: string): string => `${name} ${key}`;
    return {
      async spend(key) {
        const count = await doneOrFailure(throttles.add(keyOf(key), { points: 1, durationMs }));
        if (count === 'failed') return insurance.spend(key);
        if (count.points > limit.points) {
          throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(count.msLeft / 1_000) });
        }
      },
      async reward(key) {
        if ((await doneOrFailure(throttles.takeBack(keyOf(key)))) === 'failed') insurance.reward(key);
      },
    };
  };
}

async function doneOrFailure<Done>(work: Promise<Done>): Promise<Done | 'failed'> {
  try {
    return await work;
  } catch {
    return 'failed';
  }
}
