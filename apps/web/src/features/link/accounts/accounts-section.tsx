// The linked accounts on which bots can trade, as one list, and a button to link an account when no account is linked. Accounts whose token expires soon are first.
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ExchangeAccountWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { errorText } from '../../../api/texts/error-text.ts';
import { intervals } from '../../../api/queries/intervals.ts';
import { myBotsQuery, oauthStatusQuery } from '../../../api/queries/queries.ts';
import { useFailure } from '../../../api/queries/use-failure.ts';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { useToast } from '../../../lib/toasts.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { Card } from '../../../ui/basics/card.tsx';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import { AccountCard } from './account-card.tsx';
import { isSilentFailure } from './silent-failure.ts';
import type { ConsentRequest } from '../use-link.ts';
import '../link.css';

const accountHeight = 280;

/** An account whose link does not expire is the last one. */
const expiryOf = (account: ExchangeAccountWire): number => account.expires_at ?? Number.MAX_VALUE;

/** Shows for 3 s that the account list could not be loaded (specification 8). Further attempts that fail in the same way show nothing. */
const useNotice = (message: string | null): void => {
  const toast = useToast();
  useEffect(() => {
    if (message !== null) toast({ tone: 'error', message, durationMs: intervals.oauthStatusErrorMs });
  }, [message, toast]);
};

export type AccountsSectionProps = {
  readonly onAsk: (request: ConsentRequest) => void;
};

export const AccountsSection = ({ onAsk }: AccountsSectionProps) => {
  const i18n = useI18n();
  const { t } = i18n;
  const api = useApi();
  // The tab shows the section after the first attempt. A second request at once would hide the message of a failed attempt.
  const status = useQuery({ ...oauthStatusQuery(api), retryOnMount: false });
  const failure = useFailure(status);
  const lost = failure === null || isSilentFailure(failure) ? null : errorText(i18n, failure);
  const refetch = (): void => void status.refetch();
  const bots = useQuery(myBotsQuery(api)).data ?? [];
  useNotice(lost);
  const accounts = status.data?.accounts ?? [];
  const sorted = accounts.toSorted((one, other) => expiryOf(one) - expiryOf(other));
  const card = (account: ExchangeAccountWire) => (
    <AccountCard
      key={account.id}
      account={account}
      bots={bots.filter((bot) => bot.account_id === account.id)}
      onAsk={onAsk}
    />
  );
  return (
    <>
      <div className="between accounts-head">
        <h2>{t('exchange.accounts')}</h2>
        <Button size="small" variant="ghost" icon="refresh" busy={status.isFetching} onClick={refetch}>
          {t('exchange.refresh')}
        </Button>
      </div>
      {lost === null ? null : (
        <Banner tone="warning" role="alert" action={<Button onClick={refetch}>{t('common.retry')}</Button>}>
          {lost}
        </Banner>
      )}
      {status.isFetched ? null : <Skeleton height={accountHeight} />}
      {sorted.map(card)}
      {status.isSuccess && accounts.length === 0 ? (
        <Card>
          <div className="card-pad stack">
            <Banner title={t('exchange.notLinked')}>{t('linking.linkFirst')}</Banner>
            <div>
              <Button variant="primary" icon="plus" onClick={() => onAsk({ type: 'oauth' })}>
                {t('linking.first')}
              </Button>
            </div>
          </div>
        </Card>
      ) : null}
    </>
  );
};
