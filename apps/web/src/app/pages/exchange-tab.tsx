// The exchange tab: linked accounts and rights on the left, the connection on the right, and the link dialog.
import { useQuery } from '@tanstack/react-query';
import { healthLabel } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { connectionQuery, oauthStatusQuery } from '../../api/queries/queries.ts';
import { useMember } from '../../api/session/session-context.tsx';
import { useChosenAccount } from '../../api/queries/chosen-account.ts';
import { keyProblemOf } from '../../api/queries/key-problem.ts';
import { ConnectionPanel } from '../../features/connection/panel/connection-panel.tsx';
import { ViewerCard } from '../../features/connection/viewer/viewer-card.tsx';
import { AccountsSection } from '../../features/link/accounts/accounts-section.tsx';
import { LbankSection } from '../../features/lbank/lbank-section.tsx';
import { LinkDialog } from '../../features/link/link-dialog.tsx';
import { RightsCard, type RightsCardProps } from '../../features/link/accounts/rights-card.tsx';
import { useLink } from '../../features/link/use-link.ts';
import { useT } from '../../i18n/i18n-context.tsx';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { Button } from '../../ui/basics/button.tsx';
import { Card } from '../../ui/basics/card.tsx';
import { PageHeading } from '../../ui/basics/page-heading.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';

const columnsHeight = 640;

export const ExchangeTab = () => {
  const t = useT();
  const { isSimulated } = useMember();
  const api = useApi();
  const status = useQuery(oauthStatusQuery(api)).data;
  const chosen = useChosenAccount();
  const isLoading = !chosen.isKnown;
  const linked = chosen.account;
  const link = useLink(linked?.environment ?? (isSimulated ? 'sandbox' : 'live'));
  const watched = { accountId: linked?.id ?? '', isAuto: false };
  const connection = useQuery({ ...connectionQuery(api, watched), enabled: linked !== undefined }).data?.status;
  const score = connection?.healthScore ?? null;
  const isHealthy = score === null || healthLabel(score) === 'excellent';
  const nameOf = (accountId: string): string | undefined =>
    chosen.accounts.find((account) => account.id === accountId)?.name;
  useDocumentTitle(t('exchange.title'));
  return (
    <>
      <div className="between exchange-head">
        <div className="exchange-title">
          <PageHeading text={t('exchange.title')} />
          <Lead accounts={chosen.accounts} />
        </div>
        {/* Without an account the card of the list has the button. */}
        {isLoading || status?.accounts.length === 0 ? null : (
          <Button icon="plus" onClick={() => link.ask({ type: 'oauth' })}>
            {t(linked === undefined ? 'linking.first' : 'linking.another')}
          </Button>
        )}
      </div>
      {/* What the columns contain depends on the linked accounts, so nothing is shown that would move. */}
      {isLoading ? (
        <Skeleton height={columnsHeight} />
      ) : (
        <div className="exchange-columns">
          <div className="exchange-column">
            <AccountsSection onAsk={link.ask} />
            <LbankSection />
            <RightsCard accounts={chosen.accounts} />
          </div>
          <div className="exchange-column" data-first={!isHealthy}>
            {linked === undefined ? null : <ConnectionPanel chosen={chosen} accountId={linked.id} />}
            {linked?.key_state === 'active' ? <ViewerCard accountId={linked.id} nameOf={nameOf} /> : null}
            <BrokerCard code={status?.broker_code ?? ''} />
          </div>
        </div>
      )}
      <LinkDialog
        link={link}
        nameOf={nameOf}
        isKeyless={(accountId) =>
          status?.accounts.some((account) => account.id === accountId && account.key_state !== 'active') === true
        }
      />
    </>
  );
};

const BrokerCard = ({ code }: { readonly code: string }) => {
  const t = useT();
  return (
    <Card title={t('exchange.broker')}>
      <div className="card-body stack">
        {code === '' ? null : (
          <p>
            <strong>{code}</strong>
          </p>
        )}
        <p className="muted">{t('exchange.brokerText')}</p>
      </div>
    </Card>
  );
};

/** Says that Rondo never withdraws, except while a linked key can do it. */
const Lead = ({ accounts }: RightsCardProps) => {
  const t = useT();
  const canWithdraw = accounts.some((account) => keyProblemOf(account) === 'withdraw');
  return canWithdraw ? null : <p className="muted">{t('linking.lead')}</p>;
};
