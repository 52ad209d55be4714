// The notice about a log-in from a new device. It stays until the person confirms the log-in in another session (reliability 5.3 item 9).
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '../../api/calls/api-context.tsx';
import { loginsQuery } from '../../api/queries/queries.ts';
import { queryKeys } from '../../api/queries/query-keys.ts';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { agentName } from './agent-name.ts';

export const LoginNotice = () => {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const queries = useQueryClient();
  const logins = useQuery(loginsQuery(api));
  const confirming = useMutation({
    mutationFn: () => api.call('seeLogins', {}),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.logins }),
  });
  const found = logins.data?.items.find((login) => login.is_new);
  if (found === undefined) return null;
  return (
    <section className="page login-notice" aria-label={t('shell.newLogin')}>
      <Banner
        tone="warning"
        title={t('shell.newLogin')}
        action={
          <>
            <Link to={paths.security}>{t('shell.newLoginCheck')}</Link>
            <Button size="small" busy={confirming.isPending} onClick={() => confirming.mutate()}>
              {t('shell.newLoginMine')}
            </Button>
          </>
        }
      >
        {t('shell.newLoginText', {
          time: format.dateTime(found.at),
          agent: agentName(found.agent) ?? '–',
          address: found.address,
        })}
      </Banner>
    </section>
  );
};
