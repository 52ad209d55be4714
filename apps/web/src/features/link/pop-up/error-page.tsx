// The page /okx-oauth-error: shows why linking failed, notifies the opener, and closes when the opener shows the error.
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '../../../i18n/i18n-context.tsx';
import { reasonText } from './link-message.ts';
import { PopUpPage } from './pop-up-page.tsx';
import { endingOf, readError } from './pop-up-visit.ts';
import { useAttempt } from './use-attempt.ts';
import { openerOf, useEnding } from './use-ending.ts';

export const LinkErrorPage = () => {
  const t = useT();
  const [query] = useSearchParams();
  const { nonce, isWaiting } = useAttempt();
  const visit = readError(query.get('error'), isWaiting);
  const textGiven = visit.kind === 'text' ? visit.text : null;
  const reasonGiven = visit.kind === 'denied' ? t('errors.oauthDenied') : textGiven;
  const ending = useMemo(() => {
    const message =
      nonce === null ? null : ({ type: 'okx-oauth-error', error: reasonText(reasonGiven), nonce } as const);
    return endingOf('error', message, openerOf(globalThis.window) !== null);
  }, [nonce, reasonGiven]);
  useEnding(ending);
  if (visit.kind === 'denied') return <PopUpPage status="declined" sentence={t('errors.oauthDenied')} />;
  return (
    <PopUpPage
      status="failed"
      sentence={t('linking.failed')}
      reason={reasonGiven === null ? t('linking.unknownError') : reasonText(reasonGiven)}
    />
  );
};
