// Returns the warnings about rejected and revoked keys that are due. A problem of a key is reported once. A problem that has disappeared
// and occurs again is reported again.
import type { ExchangeAccountWire } from '@rondo/contract';

type KeyedAccount = Pick<ExchangeAccountWire, 'id' | 'name' | 'key_state'>;

/** The problem of a key: the exchange rejects the key, or the operator has revoked the key. */
type KeyProblem = 'refused' | 'revoked';

export type LostKeys = {
  /** The current problems, each as the text "accountId problem". They are the input of the next call. */
  readonly reported: ReadonlySet<string>;
  /** The problems that have not been reported yet. */
  readonly due: readonly { readonly name: string; readonly problem: KeyProblem }[];
};

/** Returns the new problems. `reported` is the set that the previous call returned. */
export const checkKeys = (reported: ReadonlySet<string>, accounts: readonly KeyedAccount[]): LostKeys => {
  const lost = accounts.flatMap(({ id, name, key_state: state }) =>
    state === 'refused' || state === 'revoked' ? [{ id, name, problem: state }] : [],
  );
  return {
    reported: new Set(lost.map(({ id, problem }) => `${id} ${problem}`)),
    due: lost
      .filter(({ id, problem }) => !reported.has(`${id} ${problem}`))
      .map(({ name, problem }) => ({ name, problem })),
  };
};
