// Computes the due warnings about rejected and revoked keys: once per account, and again after the key was active in between.
import type { ExchangeAccountWire } from '@rondo/contract';

type KeyedAccount = Pick<ExchangeAccountWire, 'id' | 'name' | 'key_state'>;

/** Problem of a key: rejected by the exchange or revoked by the operator. */
type KeyProblem = 'refused' | 'revoked';

export type LostKeys = {
  /** Current problems as "accountId problem"; the input of the next call. */
  readonly reported: ReadonlySet<string>;
  /** Problems that have not been reported yet. */
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
