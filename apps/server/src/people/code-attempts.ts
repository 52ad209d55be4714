// Tries of an authenticator's codes, counted per account: who knows a password may not guess on from ever new addresses.
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { serverLimits } from '../limits.ts';
import type { AppContext } from '../app-context.ts';
import { spend } from '../api/guards.ts';

export interface CodeTries {
  /** True when the code is right and was not used yet. Throws 429 when the account's tries are spent. */
  verify(userId: string, code: string): Promise<boolean>;
}

/** Wrong codes in a row of time, from wherever they come. Source: RFC 4226 7.3; reliability.md 5.3 item 5. */
export function createCodeTries({ store, clock }: Pick<AppContext, 'store' | 'clock'>): CodeTries {
  const budget = new RateLimiterMemory({
    points: serverLimits.failedLoginsPerEmail,
    duration: serverLimits.failedLoginSeconds,
  });
  return {
    async verify(userId, code) {
      // Recovery codes are too long to be guessed, and let their owner in while somebody else spends the tries.
      const isGuessable = /^\d{1,8}$/.test(code);
      // Taken before the look and given back after it: tries at one moment count too.
      if (isGuessable) await spend(budget, userId);
      const isRight = await store.secondFactors.verify(userId, code, clock.now());
      if (isRight && isGuessable) await budget.reward(userId);
      return isRight;
    },
  };
}
