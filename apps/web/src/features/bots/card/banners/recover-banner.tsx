// Shows why a bot stopped entering after a missed entry or a reduction by hand, with the two choices of its owner.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BotWire } from '@rondo/contract';
import { useApi } from '../../../../api/calls/api-context.tsx';
import { queryKeys } from '../../../../api/queries/query-keys.ts';
import { errorText } from '../../../../api/texts/error-text.ts';
import { useI18n } from '../../../../i18n/i18n-context.tsx';
import { useToast } from '../../../../lib/toasts.ts';
import { Banner } from '../../../../ui/basics/banner.tsx';
import { Button } from '../../../../ui/basics/button.tsx';
import { recoverableError } from './recoverable-error.ts';

export const RecoverBanner = ({ bot }: { readonly bot: BotWire }) => {
  const { t } = useI18n();
  const recover = useRecovery(bot);
  const reason = recoverableError(bot);
  if (reason === null) return null;
  return (
    <Banner
      tone="danger"
      role="alert"
      action={
        <>
          <Button size="small" busy={recover.isPending} onClick={() => recover.mutate('continue')}>
            {t('bots.recover.continue')}
          </Button>
          {reason === 'reduced_externally' ? (
            <Button size="small" busy={recover.isPending} onClick={() => recover.mutate('exits_only')}>
              {t('bots.recover.exitsOnly')}
            </Button>
          ) : null}
        </>
      }
    >
      {t(`bots.recover.${reason}`)}
    </Banner>
  );
};

function useRecovery(bot: BotWire) {
  const api = useApi();
  const queries = useQueryClient();
  const i18n = useI18n();
  const toast = useToast();
  return useMutation({
    mutationFn: (as: 'continue' | 'exits_only') => api.call('recoverBot', { params: { id: bot.id }, body: { as } }),
    onSuccess: () => toast({ tone: 'success', message: i18n.t('bots.recover.done', { name: bot.title }) }),
    onError: (error) =>
      toast({ tone: 'error', message: i18n.t('bots.recover.failed', { reason: errorText(i18n, error) }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.myBots }),
  });
}
