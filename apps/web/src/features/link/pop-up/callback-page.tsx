// The page to which the exchange redirects the pop-up. It completes the consent once, stores the flags, notifies the opener and closes.
import { useEffect, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { CallbackResponse } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { ApiError } from '../../../api/calls/api-error.ts';
import type { ApiClient } from '../../../api/calls/client.ts';
import { errorText } from '../../../api/texts/error-text.ts';
import { useSession } from '../../../api/session/session-context.tsx';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { useStorage } from '../../../lib/storage/storage-context.ts';
import { reasonText, type LinkMessage } from './link-message.ts';
import { PopUpPage } from './pop-up-page.tsx';
import { endingOf, kindOfState, postActionOf, readCallback, type CallbackVisit, type Ending } from './pop-up-visit.ts';
import { storePostAction } from './post-action.ts';
import { useAttempt } from './use-attempt.ts';
import { openerOf, useEnding } from './use-ending.ts';

/** Sends the parameters of the redirect to the server. A denial is also sent, because it ends the attempt at the server. */
const complete = (api: ApiClient, visit: CallbackVisit): Promise<CallbackResponse> => {
  if (visit.kind === 'missing') return api.call('oauthCallback', {});
  const { state } = visit;
  const name = state !== null && kindOfState(state) === 'fast_api' ? 'fastApiCallback' : 'oauthCallback';
  const query =
    visit.kind === 'complete'
      ? { code: visit.code, state: visit.state, ...(visit.domain === null ? {} : { domain: visit.domain }) }
      : {
          error: visit.error,
          ...(state === null ? {} : { state }),
          ...(visit.description === null ? {} : { error_description: visit.description }),
        };
  return api.call(name, { query });
};

/** Completes the consent once. This page does not send the parameters of an address a second time. */
const useConsentResult = (visit: CallbackVisit) => {
  const api = useApi();
  return useQuery({
    queryKey: ['link', 'callback', visit],
    queryFn: () => complete(api, visit),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
};

export const CallbackPage = () => {
  const i18n = useI18n();
  const { t } = i18n;
  const storage = useStorage();
  const { refreshProfile } = useSession();
  const [query] = useSearchParams();
  const visit = useMemo(() => readCallback(query), [query]);
  const { data: response, error } = useConsentResult(visit);
  const [ending, setEnding] = useState<Ending | null>(null);
  const { nonce, isWaiting } = useAttempt();
  const reason = error === null ? undefined : reasonText(errorText(i18n, error));

  useEffect(() => {
    const end = (page: 'callback' | 'error', message: LinkMessage | null): void =>
      setEnding(endingOf(page, message, openerOf(globalThis.window) !== null));
    if (reason !== undefined) {
      end('error', nonce === null ? null : { type: 'okx-oauth-error', error: reason, nonce });
      return;
    }
    if (response === undefined) return;
    storePostAction(
      storage,
      postActionOf({ accountId: response.account_id, type: response.oauth_type, domain: response.domain }),
    );
    // The opener is notified even when the profile refresh fails, because the consent is already stored.
    void refreshProfile()
      .catch(() => undefined)
      .then(() =>
        end(
          'callback',
          nonce === null
            ? null
            : {
                type: 'okx-oauth-success',
                oauth_type: response.oauth_type,
                account_id: response.account_id,
                nonce,
              },
        ),
      );
  }, [response, reason, nonce, refreshProfile, storage]);
  useEnding(ending);

  if (error instanceof ApiError && error.code === 'OAUTH_DENIED')
    return <PopUpPage status="declined" sentence={t('errors.oauthDenied')} />;
  if (reason !== undefined)
    return (
      <PopUpPage
        status="failed"
        sentence={t('linking.failed')}
        reason={reason}
        details={visit.kind === 'denied' && isWaiting ? `${visit.error} ${visit.description ?? ''}`.trim() : undefined}
      />
    );
  if (response === undefined) return <PopUpPage status="working" sentence={t('linking.completing')} />;
  return <PopUpPage status="done" sentence={t('linking.done')} reason={t('linking.closes')} />;
};
