// The check-list of an approved person who has not started a bot yet: the steps, and what to do at the first step that is not done.
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/calls/api-context.tsx';
import { useChosenAccount, useMargin } from '../../api/queries/chosen-account.ts';
import { keyProblemOf } from '../../api/queries/key-problem.ts';
import { oauthStatusQuery, preflightQuery } from '../../api/queries/queries.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { firstRunHeight } from './first-run-height.ts';
import { pointOf } from './first-run.ts';
import { StepList } from './step-list.tsx';
import { StepPanel } from './step-panel.tsx';
import { useStepFacts } from './use-step-facts.ts';

/** Returns the step of the person and what decides about it. The check of the account asks the exchange, so it is made only for an account with a good key. */
const usePoint = () => {
  const api = useApi();
  const { account, isKnown } = useChosenAccount();
  const status = useQuery(oauthStatusQuery(api));
  const margin = useMargin({ retry: false });
  const isKeyGood = account?.key_state === 'active' && keyProblemOf(account) === null;
  const check = useQuery({ ...preflightQuery(api, account?.id ?? ''), enabled: isKeyGood });
  const available = margin.data?.available ?? null;
  const hasBalanceFailed = useFailure(margin) !== null;
  // A check that fails says nothing about the account. The server checks the account again before a bot starts.
  const findings = check.data?.findings ?? (check.isError ? [] : null);
  const point = status.data === undefined ? null : pointOf({ account, findings, available, hasBalanceFailed });
  return { point, account, available, margin, check, haveAccountsFailed: isKnown && status.data === undefined };
};

export const FirstRunCard = () => {
  const { point, account, available, margin, check, haveAccountsFailed } = usePoint();
  const facts = useStepFacts(account, available);
  // When the linked accounts cannot be read, no step is known.
  if (point === null) return haveAccountsFailed ? null : <Skeleton height={firstRunHeight} />;
  // The balance is polled, so its button does not show each reading.
  return (
    <div className="card first-run">
      <StepList point={point} facts={facts} />
      <StepPanel
        point={point}
        account={{ isChecking: check.isFetching, check: () => void check.refetch() }}
        balance={{ isChecking: false, check: () => void margin.refetch() }}
      />
    </div>
  );
};
