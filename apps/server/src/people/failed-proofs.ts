// The budgets of wrong passwords and codes. Only failures are counted, and they are counted per address, so a flood of requests from other addresses cannot
// block the log-in of a person.
import { serverLimits } from '../limits.ts';
import type { Budgets } from '../api/budgets.ts';

export interface FailedProofs {
  /** Throws 429 when too many checks have failed from this address, or from this address for this person. `key` identifies the person. */
  refuseIfSpent(address: string, key: string): Promise<void>;
  count(address: string, key: string): Promise<void>;
}

/** Counts the failures of each address, and the failures of each address for each person. Source: reliability 5.3 item 5. */
export function createFailedProofs(budgets: Budgets): FailedProofs {
  const seconds = serverLimits.failedLoginSeconds;
  const byAddress = budgets('failures of an address', { points: serverLimits.failedLoginsPerAddress, seconds });
  const byPerson = budgets('failures for a person', { points: serverLimits.failedLoginsPerEmail, seconds });
  return {
    async refuseIfSpent(address, key) {
      await Promise.all([byAddress.refuseIfSpent(address), byPerson.refuseIfSpent(`${address} ${key}`)]);
    },
    async count(address, key) {
      await byAddress.spend(address);
      await byPerson.spend(`${address} ${key}`);
    },
  };
}
