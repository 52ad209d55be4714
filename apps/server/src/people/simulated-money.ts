// Whether the money that a person sees is simulated.
import type { VenueName } from '@rondo/contract';
import type { AccountRecord } from '@rondo/store';

/** Returns true on the sandbox, and for a person whose linked accounts all have no real money, such as one account of the demo trading of the exchange. */
export function hasSimulatedMoney(venue: VenueName, accounts: readonly Pick<AccountRecord, 'environment'>[]): boolean {
  if (venue === 'sandbox') return true;
  return accounts.length > 0 && accounts.every(({ environment }) => environment !== 'live');
}
