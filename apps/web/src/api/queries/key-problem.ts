// Decides from the data of a linked account why its bots send no entries.
import type { ExchangeAccountWire } from '@rondo/contract';

/** The problem of a trading key: the exchange refuses the key, the key was deleted, or the key may withdraw (decision 19). */
export type KeyProblem = 'refused' | 'missing' | 'withdraw';

/** Returns the problem of the key. Returns null for a good key, and for a revoked key, because the hold of each bot then says so. */
export const keyProblemOf = ({
  key_state: state,
  permissions,
}: Pick<ExchangeAccountWire, 'key_state' | 'permissions'>): KeyProblem | null => {
  if (state === 'refused' || state === 'missing') return state;
  return state === 'active' && permissions?.includes('withdraw') === true ? 'withdraw' : null;
};
