// The page of a member without the operator's approval: the steps to the first bot, what a pending, refused or withdrawn approval means, and a button to check again.
import { useMember } from '../../api/session/session-context.tsx';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Button } from '../../ui/basics/button.tsx';
import { Chip } from '../../ui/figures/chip.tsx';
import { HelpLink } from '../../ui/basics/help-link.tsx';
import { Pairs } from '../../ui/figures/stat.tsx';
import { StepList } from '../first-run/step-list.tsx';
import { useProfileCheck } from './use-profile-check.ts';

/** The texts for each state of the approval. While the state is unknown, the page is the page of a sign-up that waits. */
const textsOf = {
  pending: { badge: 'pending.badge', title: 'pending.title', text: 'pending.text' },
  rejected: { badge: 'pending.rejected.badge', title: 'pending.rejected.title', text: 'pending.rejected.text' },
  revoked: { badge: 'pending.revoked.badge', title: 'pending.revoked.title', text: 'pending.revoked.text' },
} as const;

export const PendingApproval = () => {
  const t = useT();
  const format = useFormat();
  const { user } = useMember();
  const state = user.approval === 'rejected' || user.approval === 'revoked' ? user.approval : 'pending';
  const texts = textsOf[state];
  const isWaiting = state === 'pending';
  const { isAsking, checkedAt, ask } = useProfileCheck();
  return (
    <div className="pending">
      {user.has_run_bot ? null : <StepList point={{ step: 'approval', state: isWaiting ? 'waiting' : 'blocked' }} />}
      <section className="card pending-card">
        <Chip tone="warning" icon="clock">
          {t(texts.badge)}
        </Chip>
        <h2>{t(texts.title)}</h2>
        <p className="muted">{t(texts.text, { name: user.name })}</p>
        <Pairs
          pairs={[
            { label: t('pending.email'), value: user.email },
            { label: t('pending.checked'), value: <span role="status">{format.time(checkedAt)}</span> },
          ]}
        />
        <Button variant="primary" size="large" icon="refresh" busy={isAsking} onClick={ask}>
          {t('pending.refresh')}
        </Button>
        <HelpLink to="support_url" />
      </section>
      {isWaiting ? <p className="muted">{t('pending.free')}</p> : null}
    </div>
  );
};
