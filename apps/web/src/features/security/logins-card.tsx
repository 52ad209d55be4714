// The list of the newest attempts to log in.
import { useQuery } from '@tanstack/react-query';
import type { LoginItem } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { loginsQuery } from '../../api/queries/queries.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Card } from '../../ui/basics/card.tsx';
import { Chip } from '../../ui/figures/chip.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { agentName } from './agent-name.ts';

const waitingHeight = 160;

const outcomeKeys = {
  done: 'security.login.done',
  'wrong password': 'security.login.wrongPassword',
  'code missing': 'security.login.codeMissing',
  'wrong code': 'security.login.wrongCode',
  'changed meanwhile': 'security.login.refused',
} as const;

const LoginRow = ({ login }: { readonly login: LoginItem }) => {
  const t = useT();
  const format = useFormat();
  return (
    <li className="session-row">
      <div>
        <span className="row">
          <strong>{t(outcomeKeys[login.outcome])}</strong>
          {login.is_current ? <Chip tone="ok">{t('security.thisOne')}</Chip> : null}
          {login.is_new ? <Chip tone="warning">{t('security.newDevice')}</Chip> : null}
        </span>
        <p className="muted small">
          {format.list([format.dateTime(login.at), agentName(login.agent) ?? t('security.unknownAgent')])}
        </p>
        <p className="muted small">{t('security.loginAddress', { address: login.address })}</p>
      </div>
    </li>
  );
};

export const LoginsCard = () => {
  const t = useT();
  const api = useApi();
  const logins = useQuery(loginsQuery(api));
  const hasFailed = useFailure(logins) !== null;
  return (
    <Card title={t('security.logins')}>
      <div className="card-body stack">
        <p className="muted">{t('security.loginsText')}</p>
        {logins.data === undefined && !hasFailed ? <Skeleton height={waitingHeight} /> : null}
        {hasFailed ? <Banner tone="warning">{t('security.loginsFailed')}</Banner> : null}
        <ul className="session-list">
          {(logins.data?.items ?? []).map((login) => (
            <LoginRow key={login.id} login={login} />
          ))}
        </ul>
      </div>
    </Card>
  );
};
