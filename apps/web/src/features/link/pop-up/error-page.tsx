// /okx-oauth-error: shows why the exchange could not be linked, tells the opener, and closes once the opener shows it too.
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
  const said = query.get('error');
  // The exchange's own word for a denial (RFC 6749, 4.1.2.1); everything else is shown as it came.
  const given = said === 'access_denied' ? t('errors.oauthDenied') : said;
  const ending = useMemo(() => {
    const nonce = storage.read('okxLinkNonce');
    const message = nonce === null ? null : ({ type: 'okx-oauth-error', error: reasonText(given), nonce } as const);
    return endingOf('error', message, openerOf(globalThis.window) !== null);
  }, [storage, given]);
  useEnding(ending);
  return (
    <PopUpPage
      look="failed"
      sentence={t('linking.failed')}
      reason={given === null ? t('linking.unknownError') : reasonText(given)}
    />
  );
};
