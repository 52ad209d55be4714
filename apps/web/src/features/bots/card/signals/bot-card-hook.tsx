// The secret address to which another program sends its messages: a button creates or replaces it, and the new address is shown once.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../../api/calls/api-context.tsx';
import { queryKeys } from '../../../../api/queries/query-keys.ts';
import { errorText } from '../../../../api/texts/error-text.ts';
import { useI18n } from '../../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../../lib/numbers/use-format.ts';
import { useCopy } from '../../../../lib/page/use-copy.ts';
import { useProve } from '../../../security/proof-context.tsx';
import { Button } from '../../../../ui/basics/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';

export type BotCardHookProps = {
  readonly botId: string;
  /** The ISO time at which the address was created, or null when the bot has no address. */
  readonly createdAt: string | null;
};

export const BotCardHook = ({ botId, createdAt }: BotCardHookProps) => {
  const i18n = useI18n();
  const { t } = i18n;
  const api = useApi();
  const prove = useProve();
  const format = useFormat();
  const queries = useQueryClient();
  const copy = useCopy(t('signals.hook.copied'));
  const renewal = useMutation({
    mutationFn: () => prove(() => api.call('renewHook', { params: { id: botId } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.signals(botId) }),
  });
  const address = renewal.data === undefined ? null : `${location.origin}${renewal.data.path}`;
  return (
    <>
      <p>{t('signals.hook.text')}</p>
      {address !== null ? (
        <TextField
          label={t('signals.hook.address')}
          readOnly
          value={address}
          hint={t('signals.hook.once')}
          onFocus={(event) => event.target.select()}
        />
      ) : createdAt === null ? null : (
        <p>{t('signals.hook.since', { time: format.dateTime(createdAt) })}</p>
      )}
      <p>{t('signals.hook.words')}</p>
      {renewal.isError ? <p role="alert">{errorText(i18n, renewal.error)}</p> : null}
      <div className="row">
        {address === null ? null : (
          <Button size="small" onClick={() => void copy(address)}>
            {t('signals.hook.copy')}
          </Button>
        )}
        <Button size="small" icon="lock" busy={renewal.isPending} onClick={() => renewal.mutate()}>
          {t(createdAt === null ? 'signals.hook.create' : 'signals.hook.renew')}
        </Button>
      </div>
    </>
  );
};
