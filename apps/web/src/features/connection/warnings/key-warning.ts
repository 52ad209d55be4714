// Returns the warnings about keys that are due: rejected keys, keys that may withdraw, and revoked keys. A problem of a key is reported once. A problem that has disappeared
// and occurs again is reported again.
import type { ExchangeAccountWire } from '@rondo/contract';
import { keyProblemOf, type KeyProblem } from '../../../api/queries/key-problem.ts';

type KeyedAccount = Pick<ExchangeAccountWire, 'id' | 'name' | 'key_state' | 'permissions'>;

/** The problem of a key: the exchange rejects the key, the key may withdraw, or the operator has revoked the key. */
type Reported = Exclude<KeyProblem, 'missing'>;

export type LostKeys = {
  /** The current problems, each as the text "accountId problem". They are the input of the next call. */
  readonly reported: ReadonlySet<string>;
  /** The problems that have not been reported yet. */
  readonly due: readonly { readonly name: string; readonly problem: Reported }[];
};

/** Returns the new problems. `reported` is the set that the previous call returned. */
export const checkKeys = (reported: ReadonlySet<string>, accounts: readonly KeyedAccount[]): LostKeys => {
  const lost = accounts.flatMap((account) => {
    const problem = reportedOf(account);
    return problem === null ? [] : [{ id: account.id, name: account.name, problem }];
  });
  return {
    reported: new Set(lost.map(({ id, problem }) => `${id} ${problem}`)),
    due: lost
      .filter(({ id, problem }) => !reported.has(`${id} ${problem}`))
      .map(({ name, problem }) => ({ name, problem })),
  };
};

/** Returns the problem to report. A missing key is not reported, because its owner has deleted it. */
const reportedOf = (account: KeyedAccount): Reported | null => {
  const problem = keyProblemOf(account);
  return problem === 'missing' ? null : problem;
};
