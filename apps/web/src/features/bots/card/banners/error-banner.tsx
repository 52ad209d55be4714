// Says that a bot has stopped trading after an error from which its owner cannot recover it.
import type { BotWire } from '@rondo/contract';
import { useT } from '../../../../i18n/i18n-context.tsx';
import { Banner } from '../../../../ui/basics/banner.tsx';
import { recoverableError } from './recoverable-error.ts';

export const ErrorBanner = ({ bot }: { readonly bot: BotWire }) => {
  const t = useT();
  if (bot.phase !== 'error' || recoverableError(bot) !== null) return null;
  return (
    <Banner tone="danger" role="alert">
      {t('bots.errorState')}
    </Banner>
  );
};
