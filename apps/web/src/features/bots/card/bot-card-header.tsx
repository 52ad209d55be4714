// The header of a running bot's card: ladder glyph, name, pair, direction, leverage, phase, and the commands.
import type { ReactNode } from 'react';
import type { BotWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Chip } from '../../../ui/figures/chip.tsx';
import { Triangle } from '../../../ui/figures/signed-figure.tsx';
import { StairGlyph } from '../../../ui/figures/stair-glyph.tsx';
import { phaseStyles } from './bot-status.ts';

export const DirectionChip = ({ direction }: { readonly direction: BotWire['direction'] }) => {
  const t = useT();
  const isLong = direction === 'LONG';
  return (
    <Chip tone={isLong ? 'up' : 'down'}>
      <Triangle direction={isLong ? 'up' : 'down'} />
      {t(isLong ? 'bots.long' : 'bots.short')}
    </Chip>
  );
};

export type BotCardHeaderProps = {
  readonly bot: BotWire;
  readonly titleId: string;
  /** The label of the account, or null when the person has only one account. */
  readonly account: string | null;
  /** True when the trading key of the account prevents entries. */
  readonly isGated: boolean;
  /** The price of the pair. The demo shows it beside its chart. */
  readonly price?: ReactNode;
  /** The commands of the bot. A simulated bot has no commands. */
  readonly children?: ReactNode;
};

export const BotCardHeader = ({ bot, titleId, account, isGated, price, children }: BotCardHeaderProps) => {
  const t = useT();
  const format = useFormat();
  const style = phaseStyles[bot.phase];
  return (
    <header className="bot-head">
      <div className="bot-name">
        <StairGlyph
          steps={bot.martin_steps}
          cyclicSteps={bot.cyclic_steps}
          filled={bot.filled_steps ?? bot.current_step}
          isShort={bot.direction === 'SHORT'}
        />
        <h2 id={titleId}>{bot.title}</h2>
        <span className="muted bot-pair">{bot.symbol}</span>
      </div>
      <div className="bot-chips">
        <DirectionChip direction={bot.direction} />
        <Chip>{format.leverage(bot.leverage)}</Chip>
        {price}
        {account === null ? null : <Chip icon="exchange">{account}</Chip>}
        <Chip tone={style.tone} icon={style.icon}>
          {t(`bots.phase.${bot.phase}`)}
        </Chip>
        {isGated ? (
          <Chip tone="danger" icon="warning">
            {t('bots.key.chip')}
          </Chip>
        ) : null}
        {bot.is_last && bot.phase !== 'stopping' ? <Chip icon="flag">{t('bots.scheduled')}</Chip> : null}
        {bot.simulated ? <Chip tone="warning">{t('common.simulated')}</Chip> : null}
      </div>
      <div className="bot-actions">{children}</div>
    </header>
  );
};
