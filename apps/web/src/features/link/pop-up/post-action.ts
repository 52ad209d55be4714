// The flags of the pop-up in the browser storage. The pop-up writes the flags. The page that continues the attempt reads and removes them once.
import type { AppStorage } from '../../../lib/storage/storage.ts';
import { parsePostAction, type StoredAction, type PostAction } from './pop-up-visit.ts';

/** A change of this key notifies the other windows that the pop-up has finished. */
export const postActionKey = 'okx_post_oauth_action';

/** Stores the flags. `postActionKey` is written last, so that listeners find all other flags. */
export const storePostAction = (storage: AppStorage, action: PostAction): void => {
  const { okx_post_oauth_action: type, ...rest } = action;
  storage.remove(postActionKey);
  const nonce = storage.read('okxLinkNonce');
  if (nonce !== null) storage.write('okx_post_nonce', nonce);
  if (rest.okx_post_fastapi_token_ready !== undefined)
    storage.write('okx_post_fastapi_token_ready', rest.okx_post_fastapi_token_ready);
  if (rest.okx_post_fastapi_account_id !== undefined)
    storage.write('okx_post_fastapi_account_id', rest.okx_post_fastapi_account_id);
  if (rest.okx_post_fastapi_domain !== undefined)
    storage.write('okx_post_fastapi_domain', rest.okx_post_fastapi_domain);
  storage.write('forceDashboardRefresh', 'true');
  storage.write(postActionKey, type);
};

/** Removes the flags and returns the parsed action, so a second call returns null. With a nonce, only the flags of the attempt with this nonce are read. */
export const takePostAction = (storage: AppStorage, nonce?: string): StoredAction | null => {
  // When there are no flags, nothing is removed, so a running attempt keeps its nonce.
  if (storage.read(postActionKey) === null) return null;
  if (nonce !== undefined && storage.read('okx_post_nonce') !== nonce) return null;
  const action = parsePostAction({
    okx_post_oauth_action: storage.read('okx_post_oauth_action'),
    okx_post_fastapi_token_ready: storage.read('okx_post_fastapi_token_ready'),
    okx_post_fastapi_account_id: storage.read('okx_post_fastapi_account_id'),
  });
  storage.remove('okx_post_oauth_action');
  storage.remove('okx_post_fastapi_token_ready');
  storage.remove('okx_post_fastapi_account_id');
  storage.remove('okx_post_fastapi_domain');
  storage.remove('okx_post_nonce');
  storage.remove('okxLinkNonce');
  return action;
};
