// The budgets of calls that protect secrets and money: failed log-ins, codes, registrations, resets and creations. Several nodes on one database have one budget.
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { ThrottleCount, Throttles } from '@rondo/store';
import { ApiError } from './api-error.ts';
import { spend } from './guards.ts';

export interface BudgetLimit {
  readonly points: number;
  readonly seconds: number;
}

/** The calls of each key within a period. */
export interface Budget {
  /** Counts one call. Throws 429 with Retry-After when the budget of the key is used completely. */
  spend(key: string): Promise<void>;
  /** Takes one counted call back. */
  reward(key: string): Promise<void>;
}

/** Returns the budget with this name. Budgets with one name have one count. */
export type Budgets = (name: string, limit: BudgetLimit) => Budget;

/** Creates budgets in the memory of this process. */
const memoryBudgets: Budgets = (_name, { points, seconds }) => {
  const memory = new RateLimiterMemory({ points, duration: seconds });
  return {
    spend: (key) => spend(memory, key),
    reward: async (key) => void (await memory.reward(key)),
  };
};

/** Creates budgets that all nodes share. While the database does not respond, each node counts in its memory. */
export function sharedBudgets(throttles: Throttles): Budgets {
  return (name, limit) => {
    const insurance = memoryBudgets(name, limit);
    const durationMs = limit.seconds * 1_000;
    const keyOf = (key: string): string => `${name} ${key}`;
    return {
      async spend(key) {
        const count = await countOrFailure(throttles.add(keyOf(key), { points: 1, durationMs }));
        if (count === 'failed') return insurance.spend(key);
        if (count.points > limit.points) {
          throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(count.msLeft / 1_000) });
        }
      },
      async reward(key) {
        const count = await countOrFailure(throttles.add(keyOf(key), { points: -1, durationMs }));
        if (count === 'failed') return insurance.reward(key);
      },
    };
  };
}

async function countOrFailure(count: Promise<ThrottleCount>): Promise<ThrottleCount | 'failed'> {
  try {
    return await count;
  } catch {
    return 'failed';
  }
}
