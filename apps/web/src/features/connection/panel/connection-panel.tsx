// The connection status panel: health, chain, details, token, metrics of the last hour and alerts.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/calls/api-context.tsx';
import { errorText } from '../../../api/texts/error-text.ts';
import { connectionQuery, metricsQuery, myBotsQuery } from '../../../api/queries/queries.ts';
import { useFailure } from '../../../api/queries/use-failure.ts';
import { useTokenRenewal } from '../../../api/session/use-token-renewal.ts';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { useOnline } from '../../../lib/page/use-online.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { IconButton } from '../../../ui/basics/button.tsx';
import { Card } from '../../../ui/basics/card.tsx';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { AccountChooser } from '../account-chooser.tsx';
import { AlertList } from './alert-list.tsx';
import type { ChosenAccount } from '../../../api/queries/chosen-account.ts';
import { ConnectionChain, type ChainProps } from './connection-chain.tsx';
import { ConnectionFacts, type ConnectionFactsProps } from './connection-facts.tsx';
import { HealthFigure } from './health-figure.tsx';
import { MetricRow } from './metric-row.tsx';
import { ScoreBreakdown } from './score-breakdown.tsx';
import { TokenCard } from '../token-card.tsx';
import '../connection.css';

/** The height of the status while it is being loaded, in px. */
const statusHeight = 440;

type HeadEndProps = {
  readonly updatedAt: number | null;
  readonly isAuto: boolean;
  readonly onAutoChange: (isAuto: boolean) => void;
  readonly isFetching: boolean;
  readonly onRefresh: () => void;
};

const HeadEnd = ({ updatedAt, isAuto, onAutoChange, isFetching, onRefresh }: HeadEndProps) => {
  const { t } = useI18n();
  const format = useFormat();
  return (
    <div className="connection-head">
      {updatedAt === null ? null : (
        <span className="muted small">{t('common.updated', { time: format.timeWithSeconds(updatedAt) })}</span>
      )}
      <Segmented
        size="small"
        label={t('connection.refreshMode')}
        value={isAuto ? 'auto' : 'manual'}
        options={[
          { value: 'auto', label: t('connection.auto') },
          { value: 'manual', label: t('connection.manual') },
        ]}
        onChange={(mode) => onAutoChange(mode === 'auto')}
      />
      <IconButton icon="refresh" label={t('connection.refresh')} aria-busy={isFetching} onClick={onRefresh} />
    </div>
  );
};

type StatusProps = Pick<ChainProps, 'isServerReachable' | 'serverMs' | 'exchangeMs'> & ConnectionFactsProps;

/** The health, the chain, the facts and the token. Without a status, they say that nothing is known. */
const Status = ({ status, accountName, ...reach }: StatusProps) => {
  const isOnline = useOnline();
  const bots = useQuery(myBotsQuery(useApi()));
  const renewal = useTokenRenewal();
  const scoreBreakdown = status?.scoreParts ?? null;
  return (
    <>
      <HealthFigure score={status?.healthScore ?? null} />
      <ConnectionChain
        {...reach}
        isOnline={isOnline}
        isExchangeReachable={status?.fastApi.connected === true}
        isSignedIn={status?.websocket.connected === true}
        runningBots={bots.data?.filter((bot) => bot.account_id === status?.accountId).length ?? 0}
      />
      <ConnectionFacts status={status} accountName={accountName} />
      <TokenCard status={status} isRefreshing={renewal.isPending} onRefresh={renewal.mutate} />
      {scoreBreakdown === null ? null : <ScoreBreakdown parts={scoreBreakdown} />}
    </>
  );
};

/** The panel of one account. With several accounts it starts with the account chooser. */
export const ConnectionPanel = ({
  chosen,
  accountId,
}: {
  readonly chosen: ChosenAccount;
  readonly accountId: string;
}) => {
  const i18n = useI18n();
  const { t } = i18n;
  const api = useApi();
  const [isAuto, setAuto] = useState(true);
  const connection = useQuery(connectionQuery(api, { accountId, isAuto }));
  const failure = useFailure(connection);
  const metrics = useQuery(metricsQuery(api, { accountId, isAuto }));
  const status = connection.data?.status;
  const refresh = (): void => {
    void connection.refetch();
    void metrics.refetch();
  };
  return (
    <Card
      title={t('connection.title')}
      className="connection-panel"
      end={
        <HeadEnd
          updatedAt={status?.lastUpdate ?? null}
          isAuto={isAuto}
          onAutoChange={setAuto}
          isFetching={connection.isFetching}
          onRefresh={refresh}
        />
      }
    >
      <div className="connection-body">
        <AccountChooser {...chosen} label={t('connection.whichAccount')} />
        {failure === null ? null : <Banner tone="warning">{errorText(i18n, failure)}</Banner>}
        {status === undefined && failure === null ? (
          <Skeleton height={statusHeight} />
        ) : (
          <Status
            status={status}
            accountName={chosen.account?.name}
            isServerReachable={failure === null}
            serverMs={connection.data?.tookMs ?? null}
            exchangeMs={metrics.data?.metrics.avgApiResponseTime ?? null}
          />
        )}
      </div>
      <MetricRow metrics={metrics.data?.metrics} />
      <AlertList alerts={metrics.data?.alerts ?? []} />
    </Card>
  );
};
