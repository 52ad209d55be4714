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
  /** Throws 429 with Retry-After when the budget of the key is used completely. Counts nothing. */
  refuseIfSpent(key: string): Promise<void>;
  /** Takes one counted call back. */
  reward(key: string): Promise<void>;
}

/** Returns the budget with this name. Budgets with one name have one count. */
export type Budgets = (name: string, limit: BudgetLimit) => Budget;

/** Creates budgets in the memory of this process. */
export const memoryBudgets: Budgets = (_name, { points, seconds }) => {
  const memory = new RateLimiterMemory({ points, duration: seconds });
  return {
    spend: (key) => spend(memory, key),
    async refuseIfSpent(key) {
      const spent = await memory.get(key);
      if (spent !== null && spent.consumedPoints >= points) throw tooMany(spent.msBeforeNext);
    },
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
        if (count !== null && count.points > limit.points) throw tooMany(count.msLeft);
      },
      async refuseIfSpent(key) {
        const count = await countOrFailure(throttles.read(keyOf(key)));
        if (count === 'failed') return insurance.refuseIfSpent(key);
        if (count !== null && count.points >= limit.points) throw tooMany(count.msLeft);
      },
      async reward(key) {
        const count = await countOrFailure(throttles.add(keyOf(key), { points: -1, durationMs }));
        if (count === 'failed') return insurance.reward(key);
      },
    };
  };
}

async function countOrFailure(count: Promise<ThrottleCount | null>): Promise<ThrottleCount | null | 'failed'> {
  try {
    return await count;
  } catch {
    return 'failed';
  }
}

function tooMany(msLeft: number): ApiError {
  return new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(msLeft / 1_000) });
}
