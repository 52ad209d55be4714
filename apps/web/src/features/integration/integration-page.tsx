// The exchange tab: which accounts are linked, their keys' last characters, and how we earn.
import { useQuery } from '@tanstack/react-query';
import type { ExchangeAccount } from '@rondo/contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../api/error-text.ts';
import { oauthStatusQuery } from '../../api/queries.ts';
import { useI18n, useT } from '../../i18n/i18n-context.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Pairs } from '../../ui/stat.tsx';

const secondMs = 1_000;

const Account = ({ account }: { readonly account: ExchangeAccount }) => {
  const t = useT();
  const format = useFormat();
  return (
    <div className="account">
      <div className="between">
        <strong>{account.name}</strong>
        {account.is_expired ? (
          <Chip tone="danger" icon="warning">
            {t('exchange.expired')}
          </Chip>
        ) : (
          <Chip tone="ok" icon="check">
            {t('exchange.linked')}
          </Chip>
        )}
      </div>
      <Pairs
        pairs={[
          { label: t('exchange.environment'), value: t(`exchange.environment.${account.environment}`) },
          { label: t('exchange.key'), value: account.api_key },
          {
            label: t('exchange.expires'),
            value: account.expires_at === null ? t('exchange.never') : format.dateTime(account.expires_at * secondMs),
          },
        ]}
      />
    </div>
  );
};

export const IntegrationPage = () => {
  const i18n = useI18n();
  const { t } = i18n;
  const status = useQuery(oauthStatusQuery(useApi()));
  useDocumentTitle(t('exchange.title'));
  return (
    <>
      <PageHeading text={t('exchange.title')} />
      <div className="exchange-grid">
        <Card
          title={t('exchange.accounts')}
          end={
            <Button size="small" icon="refresh" busy={status.isFetching} onClick={() => void status.refetch()}>
              {t('exchange.refresh')}
            </Button>
          }
        >
          <div className="card-body stack">
            {status.isPending ? <Skeleton height={120} /> : null}
            {status.isError ? <Banner tone="warning">{errorText(i18n, status.error)}</Banner> : null}
            {status.data?.accounts.map((account) => (
              <Account key={account.id} account={account} />
            ))}
            {status.data?.accounts.length === 0 ? (
              <Banner title={t('exchange.notLinked')}>{t('exchange.notLinkedText')}</Banner>
            ) : null}
          </div>
        </Card>
        <div className="stack">
          <Card title={t('exchange.broker')}>
            <div className="card-body stack">
              <p>
                <strong>{status.data?.broker_code ?? '\u2013'}</strong>
              </p>
              <p className="muted">{t('exchange.brokerText')}</p>
            </div>
          </Card>
          <Card title={t('exchange.lbank')} end={<Chip>{t('exchange.lbankSoon')}</Chip>}>
            {null}
          </Card>
        </div>
      </div>
    </>
  );
};
