// The menu with the three ways to stop a bot, each with its consequence. The reversible way is first, and the way that closes the position is last.
import type { BotWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { useOnline } from '../../../lib/page/use-online.ts';
import { Button } from '../../../ui/basics/button.tsx';
import { Menu, MenuItem, MenuSwitch } from '../../../ui/overlays/menu.tsx';
import { isInProgress } from './stop-command.ts';
import type { StopCommand } from './use-stop-command.ts';

const sizePlaces = 6;

export type StopMenuProps = {
  readonly bot: BotWire;
  readonly command: StopCommand;
  readonly baseSize: string;
  readonly unit: string;
};

export const StopMenu = ({ bot, command, baseSize, unit }: StopMenuProps) => {
  const t = useT();
  const format = useFormat();
  const isOnline = useOnline();
  const { state } = command;
  const size = format.size(baseSize, sizePlaces);
  if (isInProgress(state) || bot.phase === 'stopping') {
    return (
      <Button busy size="large">
        {t(state.kind === 'sending' ? 'bots.stop.sending' : 'bots.phase.stopping')}
      </Button>
    );
  }
  return (
    <Menu
      wide
      trigger={
        <Button
          icon="stop"
          iconAfter="down"
          size="large"
          disabled={!isOnline}
          title={isOnline ? undefined : t('bots.stop.offline')}
        >
          {t('bots.stop')}
        </Button>
      }
    >
      {/* A bot of one round always ends after it. */}
      {bot.basic.auto_reentry.enabled ? (
        <MenuSwitch
          icon="flag"
          label={t('bots.stop.after')}
          consequence={t(bot.is_last ? 'bots.stop.afterScheduled' : 'bots.stop.afterText')}
          checked={bot.is_last}
          onChange={command.setLast}
        />
      ) : null}
      <MenuItem
        icon="warning"
        tone="warning"
        label={t('bots.stop.keep')}
        consequence={t('bots.stop.keepText', { size, unit })}
        onSelect={() => command.choose('keep')}
      />
      <MenuItem
        icon="stop"
        tone="danger"
        label={t('bots.stop.close')}
        consequence={t('bots.stop.closeText', { size, unit })}
        onSelect={() => command.choose('close')}
      />
    </Menu>
  );
};
