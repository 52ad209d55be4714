// The list of active sessions, with buttons that end one session or all sessions.
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionItem } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { errorText } from '../../api/texts/error-text.ts';
import { sessionsQuery } from '../../api/queries/queries.ts';
import { queryKeys } from '../../api/queries/query-keys.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { useSession } from '../../api/session/session-context.tsx';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useToast } from '../../lib/toasts.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { Card } from '../../ui/basics/card.tsx';
import { Chip } from '../../ui/figures/chip.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { agentName } from './agent-name.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

const waitingHeight = 160;

const SessionRow = ({ session }: { readonly session: SessionItem }) => {
  const i18n = useI18n();
  const { t } = i18n;
  const format = useFormat();
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const ending = useMutation({
    mutationFn: () => api.call('endSession', { params: { id: session.id } }),
    onSuccess: () => toast({ tone: 'success', message: t('security.ended') }),
    onError: (error) => toast({ tone: 'error', message: errorText(i18n, error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
  const agent = agentName(session.agent) ?? t('security.unknownAgent');
  return (
    <li className="session-row">
      <div>
        <span className="row">
          <strong>{agent}</strong>
          {session.is_current ? <Chip tone="ok">{t('security.thisOne')}</Chip> : null}
        </span>
        <p className="muted small">
          {t('security.lastUsed', {
            used: format.dateTime(session.last_used_at),
            since: format.dateTime(session.created_at),
          })}
        </p>
        <p className="muted small">{t('security.endsAt', { time: format.dateTime(session.ends_at) })}</p>
      </div>
      {session.is_current ? null : (
        <Button
          size="small"
          busy={ending.isPending}
          aria-label={t('security.endOf', { agent })}
          onClick={() => ending.mutate()}
        >
          {t('security.end')}
        </Button>
      )}
    </li>
  );
};

const EverywhereDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useI18n();
  const api = useApi();
  const { forget } = useSession();
  const command = useMutation({ mutationFn: () => api.call('logoutEverywhere', {}), onSuccess: forget });
  return (
    <ConfirmDialog
      title={t('security.everywhereTitle')}
      sentence={t('security.everywhereText')}
      verb={t('security.everywhere')}
      command={command}
      onClose={onClose}
    />
  );
};

export const SessionsCard = () => {
  const { t } = useI18n();
  const api = useApi();
  const sessions = useQuery(sessionsQuery(api));
  const hasFailed = useFailure(sessions) !== null;
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title={t('security.sessions')}>
      <div className="card-body stack">
        <p className="muted">{t('security.sessionsText')}</p>
        {sessions.data === undefined && !hasFailed ? <Skeleton height={waitingHeight} /> : null}
        {hasFailed ? <Banner tone="warning">{t('security.sessionsFailed')}</Banner> : null}
        <ul className="session-list">
          {(sessions.data?.items ?? []).map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
        <div>
          <Button onClick={() => setAsking(true)}>{t('security.everywhere')}</Button>
        </div>
      </div>
      {isAsking ? <EverywhereDialog onClose={() => setAsking(false)} /> : null}
    </Card>
  );
};
