// Keeps the keys of a frozen installation sealed. No part of the server can then sign a request (decision 48).
import type { Store } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { Installation } from './installation.ts';

/** Returns the store whose keys and tokens are decrypted only while the installation is not frozen. Throws EXCHANGE_UNAVAILABLE otherwise. */
export function withFrozenKeys(store: Store, { frozen }: Pick<Installation, 'frozen'>): Store {
  const refuseFrozen = (): void => {
    if (frozen() !== null) throw new ApiError('EXCHANGE_UNAVAILABLE');
  };
  return {
    ...store,
    accounts: {
      ...store.accounts,
      async sealedKey(accountId) {
        refuseFrozen();
        return store.accounts.sealedKey(accountId);
      },
    },
    consents: {
      ...store.consents,
      async unwrap(consentId) {
        refuseFrozen();
        return store.consents.unwrap(consentId);
      },
    },
  };
}
