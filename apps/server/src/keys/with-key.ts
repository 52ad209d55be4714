// Uses an opened key that no bot trades with.
import { ApiError } from '../api/api-error.ts';
import type { AppContext } from '../app-context.ts';
import type { AccountKey } from '../signer/account-keys.ts';
import { SignerSilent } from '../signer/signer-client.ts';

/** Calls `work` with an opened key. Throws EXCHANGE_UNAVAILABLE when the signer does not reply. The signer forgets the key after the work, because no bot trades with it. */
export async function withKey<Key extends AccountKey, Result>(
  { keys }: Pick<AppContext, 'keys'>,
  opening: Promise<Key>,
  work: (key: Key) => Promise<Result>,
): Promise<Result> {
  const key = await opening.catch((error: unknown) => {
    throw error instanceof SignerSilent ? new ApiError('EXCHANGE_UNAVAILABLE') : error;
  });
  try {
    return await work(key);
  } finally {
    void keys.drop(key);
  }
}
