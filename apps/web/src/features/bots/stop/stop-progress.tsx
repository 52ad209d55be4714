// Shows the progress of a stop command on the card until the bot has ended.
import type { BotWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import type { StopCommand } from './use-stop-command.ts';

export const StopProgress = ({ bot, command }: { readonly bot: BotWire; readonly command: StopCommand }) => {
  const t = useT();
  const { state } = command;
  if (state.kind === 'failed') {
    return (
      <Banner
        tone="danger"
        role="alert"
        action={
          <Button size="small" onClick={() => command.retry(state.stop)}>
            {t('bots.stop.again')}
          </Button>
        }
      >
        {t('bots.stop.failed', { reason: state.reason })}
      </Banner>
    );
  }
  if (state.kind === 'slow') {
    return (
      <Banner
        tone="warning"
        role="alert"
        action={
          <Button size="small" onClick={() => command.retry(state.stop)}>
            {t('bots.stop.again')}
          </Button>
        }
      >
        {t('bots.stop.slow')}
      </Banner>
    );
  }
  if (state.kind === 'accepted' || bot.phase === 'stopping') {
    return (
      <Banner icon="clock" role="status">
        {t('stop' in state && state.stop === 'close' ? 'bots.stop.closing' : 'bots.stop.stopping')}
      </Banner>
    );
  }
  return null;
};
