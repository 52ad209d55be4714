// Shows who holds a bot, which orders the hold prevents, until when, and what the owner can do. A button releases the lock of the loss guard.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BotWire, HoldWire } from '@rondo/contract';
import { useApi } from '../../../../api/calls/api-context.tsx';
import { queryKeys } from '../../../../api/queries/query-keys.ts';
import { errorText } from '../../../../api/texts/error-text.ts';
import { useI18n } from '../../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../../lib/numbers/use-format.ts';
import { useToast } from '../../../../lib/toasts.ts';
import { Banner } from '../../../../ui/basics/banner.tsx';
import { Button } from '../../../../ui/basics/button.tsx';
import { holdAdvice, holdCause } from './hold-text.ts';
import { ExchangeLink } from './key-banner.tsx';

/** Shows each hold of a bot. The card of a frozen bot says in its error banner that the bot is frozen, so the freeze has no banner here. */
export const HoldBanners = ({ bot }: { readonly bot: BotWire }) => (
  <>
    {bot.holds.map((hold) => {
      if (hold.by === 'freeze') return null;
      if (hold.by === 'restore') return <RestoreBanner key={hold.by} />;
      if (hold.by === 'guard') return <GuardBanner key={hold.by} bot={bot} hold={hold} />;
      if (hold.by === 'user') return <OwnHoldBanner key={hold.by} bot={bot} hold={hold} />;
      return <HoldBanner key={hold.by} hold={hold} />;
    })}
  </>
);

const HoldBanner = ({ hold }: { readonly hold: HoldWire }) => {
  const { t } = useI18n();
  const format = useFormat();
  const end = hold.until === null ? null : t('bots.hold.until', { time: format.dateTime(hold.until) });
  return (
    <Banner icon="clock" role="status" action={hold.by === 'key' ? <ExchangeLink /> : undefined}>
      {format.sentences([holdCause(t, hold), t(`bots.hold.${hold.level}`), end, holdAdvice(t, hold)])}
    </Banner>
  );
};

/** The hold that the owner, or a message of a program of the owner, has set. The owner releases it with one button. */
const OwnHoldBanner = ({ bot, hold }: { readonly bot: BotWire; readonly hold: HoldWire }) => {
  const { t } = useI18n();
  const format = useFormat();
  const release = useRelease(bot, 'hold');
  return (
    <Banner
      icon="clock"
      role="status"
      action={
        <Button size="small" busy={release.isPending} onClick={() => release.mutate()}>
          {t('bots.hold.release')}
        </Button>
      }
    >
      {format.sentences([holdCause(t, hold), t(`bots.hold.${hold.level}`)])}
    </Banner>
  );
};

const RestoreBanner = () => {
  const { t } = useI18n();
  return (
    <Banner tone="danger" role="alert">
      {t('bots.hold.restore')}
    </Banner>
  );
};

const GuardBanner = ({ bot, hold }: { readonly bot: BotWire; readonly hold: HoldWire }) => {
  const { t } = useI18n();
  const format = useFormat();
  const release = useRelease(bot, 'guard');
  if (hold.until !== null) {
    return (
      <Banner icon="clock" role="status">
        {t('bots.guard.wait', { time: format.timeWithSeconds(Date.parse(hold.until)) })}
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
      {holdCause(t, hold)}
    </Banner>
  );
};

function useRelease(bot: BotWire, what: 'guard' | 'hold') {
  const api = useApi();
  const queries = useQueryClient();
  const i18n = useI18n();
  const toast = useToast();
  return useMutation({
    mutationFn: () => api.call(what === 'guard' ? 'releaseGuard' : 'releaseHold', { params: { id: bot.id } }),
    onSuccess: () => toast({ tone: 'success', message: i18n.t(`bots.${what}.released`, { name: bot.title }) }),
    onError: (error) =>
      toast({ tone: 'error', message: i18n.t(`bots.${what}.failed`, { reason: errorText(i18n, error) }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.myBots }),
  });
}
