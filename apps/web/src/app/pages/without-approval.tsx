// The bots tab of a person without approval, or whose profile could not be read. Running bots and linked accounts stay visible, and the person can stop the bots and disconnect the accounts (decision 42).
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/calls/api-context.tsx';
import { keyedAccountsQuery, myBotsQuery, oauthStatusQuery } from '../../api/queries/queries.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { useMember } from '../../api/session/session-context.tsx';
import { errorText } from '../../api/texts/error-text.ts';
import { PendingApproval } from '../../features/auth/pending-approval.tsx';
import { useProfileCheck } from '../../features/auth/use-profile-check.ts';
import { exchangeName } from '../../features/lbank/exchange-name.ts';
import { KeptLinks } from '../../features/link/accounts/kept-links.tsx';
import { useI18n, useT } from '../../i18n/i18n-context.tsx';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';

const pageHeight = 640;

/** Returns what the person has kept, the failure of a list that has no data, and a function that loads these lists again. */
const useKept = () => {
  const api = useApi();
  const bots = useQuery(myBotsQuery(api));
  const status = useQuery(oauthStatusQuery(api));
  const keyed = useQuery(keyedAccountsQuery(api, exchangeName));
  const failures = [useFailure(bots), useFailure(status), useFailure(keyed)];
  const lists = [bots, status, keyed];
  const missing = lists.filter(({ data }) => data === undefined);
  return {
    bots: bots.data ?? [],
    accounts: status.data?.accounts ?? [],
    keyed: keyed.data?.accounts ?? [],
    isWhole: missing.length === 0,
    failure: failures.find((failure, index) => failure !== null && lists[index]?.data === undefined) ?? null,
    areBotsKnown: bots.data !== undefined,
    retry: () => void Promise.all(missing.map(({ refetch }) => refetch())),
  };
};

/** Only an approved person starts bots and links accounts. Without a decision against the person, the profile could not be read after the log-in. */
const ApprovalBanner = () => {
  const t = useT();
  const { approval } = useMember().user;
  const isWithdrawn = approval === 'revoked' || approval === 'rejected';
  const { isAsking, ask } = useProfileCheck();
  const reason = isWithdrawn ? 'kept' : 'unread';
  const again = (
    <Button busy={isAsking} onClick={ask}>
      {t('pending.refresh')}
    </Button>
  );
  return (
    <Banner tone="warning" role="status" title={t(`pending.${reason}.title`)} action={isWithdrawn ? undefined : again}>
      {t(`pending.${reason}.text`)}
    </Banner>
  );
};

export type WithoutApprovalProps = {
  /** The running bots and the margin. */
  readonly children: ReactNode;
};

export const WithoutApproval = ({ children }: WithoutApprovalProps) => {
  const i18n = useI18n();
  const { t } = i18n;
  const { bots, accounts, keyed, isWhole, failure, areBotsKnown, retry } = useKept();
  const hasLinks = accounts.length + keyed.length > 0;
  const lost =
    failure === null ? null : (
      <Banner tone="warning" role="alert" action={<Button onClick={retry}>{t('common.retry')}</Button>}>
        {errorText(i18n, failure)}
      </Banner>
    );
  if (bots.length === 0 && !hasLinks) {
    if (lost !== null) return lost;
    return isWhole ? <PendingApproval /> : <Skeleton height={pageHeight} />;
  }
  return (
    <>
      <ApprovalBanner />
      {/* The children say themselves that the bots could not be loaded. */}
      {areBotsKnown ? lost : null}
      {children}
      {hasLinks ? <KeptLinks accounts={accounts} keyed={keyed} bots={bots} /> : null}
    </>
  );
};
