// The linked accounts on which bots can trade, as one list, and a button to link an account when no account is linked. Accounts whose token expires soon are first.
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ExchangeAccountWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { errorText } from '../../../api/texts/error-text.ts';
import { intervals } from '../../../api/queries/intervals.ts';
import { myBotsQuery, oauthStatusQuery } from '../../../api/queries/queries.ts';
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

/** Shows for 3 s that the account list could not be loaded (specification 8). */
const useStatusNotice = (error: unknown): void => {
  const i18n = useI18n();
  const toast = useToast();
  useEffect(() => {
    if (error === null || isSilentFailure(error)) return;
    toast({ tone: 'error', message: errorText(i18n, error), durationMs: intervals.oauthStatusErrorMs });
  }, [error, i18n, toast]);
};

export type AccountsSectionProps = {
  readonly onAsk: (request: ConsentRequest) => void;
};

export const AccountsSection = ({ onAsk }: AccountsSectionProps) => {
  const i18n = useI18n();
  const { t } = i18n;
  const api = useApi();
  const status = useQuery(oauthStatusQuery(api));
  const bots = useQuery(myBotsQuery(api)).data ?? [];
  useStatusNotice(status.error);
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
        <Button
          size="small"
          variant="ghost"
          icon="refresh"
          busy={status.isFetching}
          onClick={() => void status.refetch()}
        >
          {t('exchange.refresh')}
        </Button>
      </div>
      {status.isPending ? <Skeleton height={accountHeight} /> : null}
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
