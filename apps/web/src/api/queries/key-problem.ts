// Decides from the data of a linked account why its bots send no entries.
import type { ExchangeAccountWire } from '@rondo/contract';

/** The problem of a trading key: the exchange refuses the key, the key was deleted, the operator revoked it, or the key may withdraw (decision 19). */
export type KeyProblem = 'refused' | 'missing' | 'revoked' | 'withdraw';

/** Returns the problem of the key. Returns null for a good key, and for an account that has had no key. */
export const keyProblemOf = ({
  key_state: state,
  permissions,
}: Pick<ExchangeAccountWire, 'key_state' | 'permissions'>): KeyProblem | null => {
  if (state === 'none') return null;
  if (state !== 'active') return state;
  return permissions?.includes('withdraw') === true ? 'withdraw' : null;
};
