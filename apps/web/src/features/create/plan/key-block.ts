// Decides from the trading key of an account why no bot can start on it.
import type { ExchangeAccountWire } from '@rondo/contract';
import { keyProblemOf, type KeyProblem } from '../../../api/queries/key-problem.ts';

/** The reason why the server refuses a new bot: a problem of the key, or a key that cannot trade. */
export type KeyBlock = KeyProblem | 'readOnly';

/** The part of an account that describes its key. */
export type AccountKey = Pick<ExchangeAccountWire, 'key_state' | 'permissions'>;

/** Returns the reason. Returns null for a good key, and for a key whose rights the exchange has not reported yet. */
export function keyBlockOf(account: AccountKey): KeyBlock | null {
  const problem = keyProblemOf(account);
  if (problem !== null) return problem;
  return account.permissions === null || account.permissions.includes('trade') ? null : 'readOnly';
}
