// The LBank part of the exchange tab: its accounts, or a notice that LBank will be available later.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { findExchange, type KeyedAccount } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { exchangesQuery, keyedAccountsQuery } from '../../api/queries/queries.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useToast } from '../../lib/toasts.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { Chip } from '../../ui/figures/chip.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { exchangeName } from './exchange-name.ts';
import { LbankAccount } from './lbank-account.tsx';
import { LbankDialog } from './lbank-dialog.tsx';
import './lbank.css';

const waitingHeight = 120;

/** The state of the dialog: closed, open for a new account, or open for an account to change. */
type Open = { readonly account: KeyedAccount | null } | null;

const Head = ({ isSoon }: { readonly isSoon: boolean }) => {
  const { t } = useI18n();
  return (
    <div className="card-head between">
      <span className="row">
        <span className="lbank-mark" aria-hidden="true">
          LB
        </span>
        <span>
          <h2>{exchangeName}</h2>
          <span className="muted small">{t('lbank.lead')}</span>
        </span>
      </span>
      {isSoon ? <Chip>{t('exchange.lbankSoon')}</Chip> : null}
    </div>
  );
};

export const LbankSection = () => {
  const { t } = useI18n();
  const api = useApi();
  const toast = useToast();
  const [open, setOpen] = useState<Open>(null);
  const exchanges = useQuery(exchangesQuery(api));
  const exchange = findExchange(exchanges.data?.exchanges ?? [], exchangeName);
  const isSoon = exchange?.status === 'coming_soon';
  const accounts = useQuery(keyedAccountsQuery(api, exchangeName));
  const hasFailed = useFailure(accounts) !== null;
  const areExchangesUnknown = useFailure(exchanges) === null && exchanges.data === undefined;
  const isLoading = areExchangesUnknown || (accounts.data === undefined && !hasFailed);
  const listed = accounts.data?.accounts ?? [];
  const link = (): void => {
    if (isSoon) toast({ tone: 'info', message: t('lbank.soonNotice') });
    else if (exchange === undefined) toast({ tone: 'error', message: t('lbank.fetchInfo') });
    else setOpen({ account: null });
  };
  return (
    <section className="card lbank" aria-label={exchangeName}>
      <Head isSoon={isSoon} />
      {isLoading ? (
        <div className="card-body">
          <Skeleton height={waitingHeight} />
        </div>
      ) : (
        <div className="card-body stack">
          {exchange?.offers_bots === false && !isSoon ? <p className="muted">{t('lbank.noBots')}</p> : null}
          {hasFailed ? <Banner tone="warning">{t('lbank.loadFailed')}</Banner> : null}
          {accounts.isSuccess && listed.length === 0 && !isSoon ? <p>{t('lbank.none')}</p> : null}
          {listed.map((account) => (
            <LbankAccount key={account.id} account={account} onEdit={() => setOpen({ account })} />
          ))}
          <div>
            <Button icon="plus" onClick={link}>
              {t('lbank.add')}
            </Button>
          </div>
        </div>
      )}
      {open === null ? null : (
        <LbankDialog account={open.account} exchangeId={exchange?.id ?? ''} onClose={() => setOpen(null)} />
      )}
    </section>
  );
};
