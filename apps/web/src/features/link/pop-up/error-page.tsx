// The page /okx-oauth-error: shows why linking failed, notifies the opener, and closes when the opener shows the error.
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useStorage } from '../../../lib/storage/storage-context.ts';
import { reasonText } from './link-message.ts';
import { PopUpPage } from './pop-up-page.tsx';
import { endingOf } from './pop-up-visit.ts';
import { openerOf, useEnding } from './use-ending.ts';

export const LinkErrorPage = () => {
  const t = useT();
  const storage = useStorage();
  const [query] = useSearchParams();
  const errorParameter = query.get('error');
  // `access_denied` is the standard code of a denial (RFC 6749, 4.1.2.1). Other values are shown unchanged.
  const reasonGiven = errorParameter === 'access_denied' ? t('errors.oauthDenied') : errorParameter;
  const ending = useMemo(() => {
    const nonce = storage.read('okxLinkNonce');
    const message =
      nonce === null ? null : ({ type: 'okx-oauth-error', error: reasonText(reasonGiven), nonce } as const);
    return endingOf('error', message, openerOf(globalThis.window) !== null);
  }, [storage, reasonGiven]);
  useEnding(ending);
  return (
    <PopUpPage
      status="failed"
      sentence={t('linking.failed')}
      reason={reasonGiven === null ? t('linking.unknownError') : reasonText(reasonGiven)}
    />
  );
};
