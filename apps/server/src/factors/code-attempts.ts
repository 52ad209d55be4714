// Counts the attempts with authenticator codes per user, so that an attacker who knows the password cannot guess codes from many addresses.
import type { Clock } from '@rondo/engine/ports';
import type { Store } from '@rondo/store';
import type { Budgets } from '../api/budgets.ts';
import { ApiError } from '../api/api-error.ts';
import { serverLimits } from '../limits.ts';

export interface CodeAttempts {
  /**
   * Returns true for a correct code that was not used before. Throws 429 when the user has no attempt left in this period, and CODES_ENDED after too many wrong
   * codes in a row.
   */
  verify(userId: string, code: string): Promise<boolean>;
}

export interface CodeAttemptsDeps {
  readonly store: { readonly secondFactors: Pick<Store['secondFactors'], 'verify'> };
  readonly clock: Pick<Clock, 'now'>;
  readonly budgets: Budgets;
}

/** Limits the wrong codes per user and period. Attempts from all addresses are counted together. Source: RFC 4226 7.3; reliability 5.3 item 5. */
export function createCodeAttempts({ store, clock, budgets }: CodeAttemptsDeps): CodeAttempts {
  const budget = budgets('codes of a person', {
    points: serverLimits.wrongCodes,
    seconds: serverLimits.wrongCodeSeconds,
  });
  return {
    async verify(userId, code) {
      // Recovery codes are too long to guess, so they are not counted. The user can still log in with a recovery code when an attacker has used all attempts.
      const isGuessable = /^\d{1,8}$/.test(code);
      // The attempt is counted before the check, because concurrent attempts must be counted too. After a success the counted attempt is removed.
      if (isGuessable) await budget.spend(userId);
      const check = await store.secondFactors.verify(userId, code, clock.now());
      if (check === 'ended') throw new ApiError('CODES_ENDED');
      const isRight = check === 'right';
      if (isRight && isGuessable) await budget.reward(userId);
      return isRight;
    },
  };
}
