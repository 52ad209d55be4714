// The pop-up's flags in the browser's storage: left by the pop-up, taken once by the page that goes on.
import type { AppStorage } from '../../../lib/storage/storage.ts';
import { leftActionOf, type LeftAction, type PostAction } from './pop-up-visit.ts';

/** The key whose change tells other windows that a pop-up is done. */
export const postActionKey = 'okx_post_oauth_action';

/** Leaves the flags; the one that others wait for comes last, so that they find all of them. */
export const leavePostAction = (storage: AppStorage, action: PostAction): void => {
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

/** Takes the flags away and answers what they said; the second caller finds nothing. With a nonce only those of that attempt. */
export const takePostAction = (storage: AppStorage, nonce?: string): LeftAction | null => {
  // Where nothing was left, an attempt under way keeps its proof.
  if (storage.read(postActionKey) === null) return null;
  if (nonce !== undefined && storage.read('okx_post_nonce') !== nonce) return null;
  const left = leftActionOf({
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
  return left;
};
