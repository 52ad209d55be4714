// Keeps the keys of accounts sealed in a frozen installation (decision 48) and on a node without the master key (ADR 8). No part of the server can then sign a request, also
// not with a key that a person has just typed.
import type { Store } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { Installation } from './installation.ts';

/** Returns the store whose keys and tokens are sealed and opened only while `areKeysClosed` is false. Throws EXCHANGE_UNAVAILABLE otherwise. */
export function withFrozenKeys(store: Store, installation: Pick<Installation, 'frozen'>): Store {
  const refuse = (): void => {
    if (areKeysClosed(store, installation)) throw new ApiError('EXCHANGE_UNAVAILABLE');
  };
  return {
    ...store,
    accounts: {
      ...store.accounts,
      async sealedKey(accountId) {
        refuse();
        return store.accounts.sealedKey(accountId);
      },
      async rotation() {
        refuse();
        return store.accounts.rotation();
      },
    },
    consents: {
      ...store.consents,
      async unwrap(consentId) {
        refuse();
        return store.consents.unwrap(consentId);
      },
    },
  };
}

/** Returns false for a node with the people key, which opens no key of an account. */
export function hasMasterKey({ keys }: Pick<Store, 'keys'>): boolean {
  return keys.trading !== null;
}

/** Returns whether this server must not open the key of an account. */
export function areKeysClosed(store: Pick<Store, 'keys'>, { frozen }: Pick<Installation, 'frozen'>): boolean {
  return frozen() !== null || !hasMasterKey(store);
}
