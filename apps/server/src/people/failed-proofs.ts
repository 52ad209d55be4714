// The budgets of wrong passwords and codes. Only failures are counted, and they are counted per address, so a flood of requests from other addresses cannot
// block the log-in of a person.
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { serverLimits } from '../limits.ts';
import { ApiError } from '../api/api-error.ts';
import { spend } from '../api/guards.ts';

export interface FailedProofs {
  /** Throws 429 when too many checks have failed from this address, or from this address for this person. `key` identifies the person. */
  refuseIfSpent(address: string, key: string): Promise<void>;
  count(address: string, key: string): Promise<void>;
}

/** Counts the failures of each address, and the failures of each address for each person. Source: reliability 5.3 item 5. */
export function createFailedProofs(): FailedProofs {
  const duration = serverLimits.failedLoginSeconds;
  const byAddress = new RateLimiterMemory({ points: serverLimits.failedLoginsPerAddress, duration });
  const byEmail = new RateLimiterMemory({ points: serverLimits.failedLoginsPerEmail, duration });
  const refuse = async (budget: RateLimiterMemory, key: string): Promise<void> => {
    const spent = await budget.get(key);
    if (spent === null || spent.consumedPoints < budget.points) return;
    throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(spent.msBeforeNext / 1_000) });
  };
  return {
    async refuseIfSpent(address, key) {
      await refuse(byAddress, address);
      await refuse(byEmail, `${address} ${key}`);
    },
    async count(address, key) {
      await spend(byAddress, address);
      await spend(byEmail, `${address} ${key}`);
    },
  };
}
