// Shows why a bot opens no new round: the loss guard waits until a time, or the loss guard is locked. A button releases the lock.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BotWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { queryKeys } from '../../../api/queries/query-keys.ts';
import { errorText } from '../../../api/texts/error-text.ts';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { useToast } from '../../../lib/toasts.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Button } from '../../../ui/basics/button.tsx';

export const LossGuardBanner = ({ bot }: { readonly bot: BotWire }) => {
  const { t } = useI18n();
  const format = useFormat();
  const release = useRelease(bot);
  const guard = bot.loss_guard;
  if (guard === null) return null;
  if (guard.kind === 'wait') {
    return (
      <Banner icon="clock" role="status">
        {t('bots.guard.wait', { time: format.timeWithSeconds(Date.parse(guard.waits_until)) })}
      </Banner>
    );
  }
  return (
    <Banner
      tone="danger"
      role="alert"
      action={
        <Button size="small" busy={release.isPending} onClick={() => release.mutate()}>
          {t('bots.guard.release')}
        </Button>
      }
    >
      {t(`bots.guard.${guard.lock}`)}
    </Banner>
  );
};

function useRelease(bot: BotWire) {
  const api = useApi();
  const queries = useQueryClient();
  const i18n = useI18n();
  const toast = useToast();
  return useMutation({
    mutationFn: () => api.call('releaseGuard', { params: { id: bot.id } }),
    onSuccess: () => toast({ tone: 'success', message: i18n.t('bots.guard.released', { name: bot.title }) }),
    onError: (error) =>
      toast({ tone: 'error', message: i18n.t('bots.guard.failed', { reason: errorText(i18n, error) }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.myBots }),
  });
}
