// The dialog of one person: the profile, the linked accounts, a link to reset the password, the audit, and the decisions that the operator can take.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { OperatorUserDetail } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { useMember } from '../../../api/session/session-context.tsx';
import { useT } from '../../../i18n/i18n-context.tsx';
import { unknownText } from '../../../lib/numbers/format.ts';
import { Button } from '../../../ui/basics/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Pairs } from '../../../ui/figures/stat.tsx';
import { ApprovalChip } from './approval-chip.tsx';
import { FirstAuditLines } from '../audit/audit-lines.tsx';
import type { ReviewDecision } from './decision.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { LinkLines } from '../links/link-lines.tsx';
import { ListState } from '../lists/list-state.tsx';
import { Moment } from '../lists/moment.tsx';
import { userQuery } from '../operator-queries.ts';
import { ResetLink } from './reset-link.tsx';
import { VerdictButtons } from './verdict-buttons.tsx';

const waitingHeight = 480;

const Facts = ({ person }: { readonly person: OperatorUserDetail }) => {
  const t = useT();
  const consent =
    person.consent_version === null || person.consented_at === null ? (
      t('operator.noConsent')
    ) : (
      <>
        {person.consent_version}, <Moment at={person.consented_at} />
      </>
    );
  return (
    <Pairs
      framed
      pairs={[
        { label: t('operator.filter'), value: <ApprovalChip state={person.approval} /> },
        { label: t('operator.role'), value: t(`operator.role.${person.role}`) },
        { label: t('operator.level'), value: person.level },
        { label: t('operator.messaging'), value: person.name || unknownText },
        { label: t('operator.username'), value: person.username },
        { label: t('operator.ref'), value: person.ref ?? unknownText },
        { label: t('operator.region'), value: person.region ?? unknownText },
        { label: t('operator.signedUp'), value: <Moment at={person.created_at} /> },
        {
          label: t('operator.lastLogin'),
          value: person.last_login_at === null ? t('operator.never') : <Moment at={person.last_login_at} />,
        },
        { label: t('operator.factor'), value: t(person.has_second_factor ? 'operator.on' : 'operator.off') },
        { label: t('operator.consent'), value: consent },
        { label: t('operator.bots'), value: person.running_bots },
      ]}
    />
  );
};

const Body = ({ person }: { readonly person: OperatorUserDetail }) => {
  const t = useT();
  const { user } = useMember();
  const isOwn = user.id === person.id;
  return (
    <>
      {isOwn ? <p className="muted">{t('errors.ownAccount')}</p> : null}
      <Facts person={person} />
      <section className="console-section">
        <h3>{t('operator.tab.links')}</h3>
        {person.links.length === 0 ? (
          <p className="muted">{t('operator.empty.links')}</p>
        ) : (
          <LinkLines links={person.links} />
        )}
      </section>
      {isOwn ? null : <ResetLink personId={person.id} />}
      <section className="console-section">
        <h3>{t('operator.tab.audit')}</h3>
        <FirstAuditLines lines={person.audit} />
      </section>
    </>
  );
};

export type PersonDialogProps = { readonly personId: string; readonly onClose: () => void };

export const PersonDialog = ({ personId, onClose }: PersonDialogProps) => {
  const t = useT();
  const person = useQuery(userQuery(useApi(), personId));
  const [decision, setDecision] = useState<ReviewDecision | null>(null);
  return (
    <>
      <Dialog
        open
        wide
        onOpenChange={(open) => !open && onClose()}
        title={person.data?.email ?? t('operator.person')}
        buttons={
          <>
            <Button size="large" onClick={onClose}>
              {t('common.close')}
            </Button>
            {person.data === undefined ? null : (
              <VerdictButtons size="large" person={person.data} onDecide={setDecision} />
            )}
          </>
        }
      >
        <ListState query={person} height={waitingHeight}>
          {(found) => <Body person={found} />}
        </ListState>
      </Dialog>
      {decision === null ? null : <DecisionDialog decision={decision} onClose={() => setDecision(null)} />}
    </>
  );
};
