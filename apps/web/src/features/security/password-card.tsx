// The form to change the password. The user enters the current password and, twice, the new password. All other sessions end after the change.
import { useState, type SubmitEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/calls/api-context.tsx';
import { errorText } from '../../api/texts/error-text.ts';
import { queryKeys } from '../../api/queries/query-keys.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useToast } from '../../lib/toasts.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { Card } from '../../ui/basics/card.tsx';
import { emptyNewPassword, NewPasswordFields, newPasswordProblem } from '../auth/new-password.tsx';
import { SecretField } from '../auth/secret-field.tsx';
import { useProve } from './proof-context.tsx';

export const PasswordCard = () => {
  const i18n = useI18n();
  const { t } = i18n;
  const api = useApi();
  const prove = useProve();
  const queries = useQueryClient();
  const toast = useToast();
  const [current, setCurrent] = useState('');
  const [value, setValue] = useState(emptyNewPassword);
  const changing = useMutation({
    mutationFn: () =>
      prove(() => api.call('changePassword', { body: { current_password: current, new_password: value.password } })),
    onSuccess: async () => {
      setCurrent('');
      setValue(emptyNewPassword);
      toast({ tone: 'success', message: t('security.changed') });
      await queries.invalidateQueries({ queryKey: queryKeys.sessions });
    },
  });
  const isComplete = current !== '' && newPasswordProblem(value) === null;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isComplete) changing.mutate();
  };
  return (
    <Card title={t('security.password')}>
      <form className="card-body stack" onSubmit={submit} noValidate>
        <p className="muted">{t('security.passwordText')}</p>
        {changing.isError ? (
          <Banner tone="danger" role="alert">
            {errorText(i18n, changing.error)}
          </Banner>
        ) : null}
        <SecretField
          large
          label={t('security.current')}
          name="current-password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <NewPasswordFields
          value={value}
          onChange={setValue}
          labels={{ password: 'security.new', repeated: 'security.repeat' }}
        />
        <div>
          <Button type="submit" busy={changing.isPending} disabled={!isComplete}>
            {t('security.change')}
          </Button>
        </div>
      </form>
    </Card>
  );
};
