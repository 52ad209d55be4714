// The number of sign-ups that wait for a decision, for operators, beside the name in the top bar and in the menu.
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/calls/api-context.tsx';
import { useT } from '../../i18n/i18n-context.tsx';
import { usersQuery } from './operator-queries.ts';

const waiting = { tab: 'sign-ups', state: 'pending', search: '', page: 1, before: null, personId: null } as const;

/** Renders nothing while no sign-up waits or the number is unknown. */
export const WaitingBadge = () => {
  const t = useT();
  const count = useQuery(usersQuery(useApi(), waiting)).data?.total ?? 0;
  if (count === 0) return null;
  return (
    <span className="waiting-badge figures" title={t('shell.operatorWaiting', { count })}>
      <span aria-hidden="true">{count}</span>
      <span className="hidden-text">{t('shell.operatorWaiting', { count })}</span>
    </span>
  );
};
