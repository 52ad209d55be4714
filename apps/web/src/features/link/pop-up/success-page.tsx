// The page /okx-oauth-success: notifies the opener and closes. It sends no request that changes a key (decision 18).
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useStorage } from '../../../lib/storage/storage-context.ts';
import { PopUpPage } from './pop-up-page.tsx';
import { endingOf, postActionOf, readSuccess } from './pop-up-visit.ts';
import { storePostAction } from './post-action.ts';
import { openerOf, useEnding } from './use-ending.ts';

export const SuccessPage = () => {
  const t = useT();
  const storage = useStorage();
  const [query] = useSearchParams();
  const visit = useMemo(() => readSuccess(query), [query]);
  const nonce = useMemo(() => storage.read('okxLinkNonce'), [storage]);
  const ending = useMemo(() => {
    const message =
      nonce === null || visit.accountId === null
        ? null
        : ({ type: 'okx-oauth-success', oauth_type: visit.type, account_id: visit.accountId, nonce } as const);
    return endingOf('success', message, openerOf(globalThis.window) !== null);
  }, [nonce, visit]);
  useEffect(() => {
    // A browser that has started an attempt has a nonce. Without a nonce, the address is not trusted, and the flags are not stored.
    if (nonce !== null) storePostAction(storage, postActionOf(visit));
  }, [nonce, storage, visit]);
  useEnding(ending);
  return <PopUpPage status="done" sentence={t('linking.done')} reason={t('linking.closes')} />;
};
