// The positions that no bot manages, of every linked account. An account that is not chosen is asked less often than the chosen account.
import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ExchangeAccountWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { useAccountLabels, useChosenAccount } from '../../../api/queries/chosen-account.ts';
import { intervals } from '../../../api/queries/intervals.ts';
import { instrumentsQuery, marginQuery } from '../../../api/queries/queries.ts';
import { useFailure } from '../../../api/queries/use-failure.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';

/** The code of the cards is loaded only when an account has such a position. */
const ForeignPositions = lazyComponent(async () => (await import('./foreign-positions.tsx')).ForeignPositions);

const positionHeight = 300;

type AccountPositionsProps = {
  readonly owner: ExchangeAccountWire | undefined;
  /** The time between two requests in ms, or false when another query of the page asks for the same data. */
  readonly every: number | false;
};

const AccountPositions = ({ owner, every }: AccountPositionsProps) => {
  const accountId = owner?.id;
  const api = useApi();
  const t = useT();
  const isOwn = every !== false;
  const margin = useQuery({
    ...marginQuery(api, accountId),
    retry: false,
    refetchInterval: every,
    refetchOnMount: isOwn,
  });
  const hasFailed = useFailure(margin) !== null;
  const instruments = useQuery(instrumentsQuery(api)).data?.items ?? [];
  const account = useAccountLabels()(accountId ?? null);
  // The margin card says that the balance of the chosen account is missing.
  if (margin.data === undefined && hasFailed && isOwn && account !== null)
    return (
      <Banner tone="warning" role="status" title={account}>
        {t('bots.margin.unavailable')}
      </Banner>
    );
  const positions = margin.data?.foreign_positions ?? [];
  if (positions.length === 0) return null;
  return (
    <Suspense fallback={<Skeleton height={positionHeight} />}>
      <ForeignPositions positions={positions} instruments={instruments} account={account} owner={owner} />
    </Suspense>
  );
};

/** The page asks for the margin of the chosen account anyway. The other accounts together are asked at most once a second. */
export const OtherPositions = () => {
  const { accounts, account, isKnown } = useChosenAccount();
  if (!isKnown) return null;
  const others = accounts.filter(({ id, key_state: key }) => id !== account?.id && key !== 'none');
  const every = Math.max(intervals.otherAccountsMs, others.length * intervals.tickerMs);
  return (
    <>
      <AccountPositions key={account?.id} owner={account} every={false} />
      {others.map((other) => (
        <AccountPositions key={other.id} owner={other} every={every} />
      ))}
    </>
  );
};
