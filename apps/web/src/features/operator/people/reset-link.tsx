// Creates and shows a one-time link for a new password. The operator sends this link to the person.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../api/calls/api-context.tsx';
import { errorText } from '../../../api/texts/error-text.ts';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { useCopy } from '../../../lib/page/use-copy.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { useProve } from '../../security/proof-context.tsx';
import { operatorKeys } from '../operator-queries.ts';

export const ResetLink = ({ personId }: { readonly personId: string }) => {
  const i18n = useI18n();
  const { t } = i18n;
  const api = useApi();
  const prove = useProve();
  const format = useFormat();
  const queries = useQueryClient();
  const copy = useCopy(t('operator.reset.copied'));
  const making = useMutation({
    mutationFn: () => prove(() => api.call('resetLink', { params: { id: personId } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: operatorKeys.audit }),
  });
  const address = making.data === undefined ? '' : `${location.origin}${making.data.path}`;
  return (
    <section className="console-section">
      <h3>{t('operator.reset.title')}</h3>
      <p className="muted">{t('operator.reset.text')}</p>
      {making.isError ? (
        <Banner tone="danger" role="alert">
          {errorText(i18n, making.error)}
        </Banner>
      ) : null}
      {making.data === undefined ? (
        <div>
          <Button icon="lock" busy={making.isPending} onClick={() => making.mutate()}>
            {t('operator.reset.make')}
          </Button>
        </div>
      ) : (
        <>
          <TextField
            label={t('operator.reset.link')}
            readOnly
            value={address}
            hint={t('operator.reset.until', { time: format.dateTime(making.data.expires_at) })}
            onFocus={(event) => event.target.select()}
          />
          <div>
            <Button onClick={() => void copy(address)}>{t('operator.reset.copy')}</Button>
          </div>
        </>
      )}
    </section>
  );
};
