// The frame of the card of a bot: the warning before a liquidation, header, figures, ladder and next moves. It makes no call, so the demo shows a simulated bot with it. The caller adds the
// commands, the notices and the chart.
import { useId, type ReactNode } from 'react';
import type { BotWire, InstrumentWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { Banner } from '../../../ui/basics/banner.tsx';
import { BotCardFigures } from './bot-card-figures.tsx';
import { BotCardHeader, type BotCardHeaderProps } from './bot-card-header.tsx';
import { BotCardStair } from './ladder/bot-card-stair.tsx';
import { maySendEntries } from './bot-entering.ts';
import type { BotFigures } from './bot-figures.ts';
import { BotCardMoves } from './moves/bot-card-moves.tsx';

export type BotCardFrameProps = Pick<BotCardHeaderProps, 'account' | 'isGated' | 'price'> & {
  readonly bot: BotWire;
  readonly figures: BotFigures;
  readonly instrument: InstrumentWire | undefined;
  /** The time of the figures, in epoch ms. */
  readonly now: number;
  /** The commands in the header. */
  readonly commands?: ReactNode;
  /** The notices between the header and the figures. */
  readonly notices?: ReactNode;
  /** The chart, and what follows it. */
  readonly children: ReactNode;
};

export const BotCardFrame = (props: BotCardFrameProps) => {
  const { account, isGated, price, now, commands, notices, children, ...shown } = props;
  const t = useT();
  const titleId = useId();
  const { bot, figures } = shown;
  const mayEnter = !isGated && maySendEntries(bot);
  return (
    <article
      className="card bot-card"
      data-near={figures.isNearLiquidation}
      aria-labelledby={titleId}
      id={`bot-${bot.id}`}
    >
      {figures.isNearLiquidation ? (
        <Banner tone="danger" role="alert" title={t('bots.near.title')}>
          {t('bots.near.text')}
        </Banner>
      ) : null}
      <BotCardHeader bot={bot} titleId={titleId} account={account} isGated={isGated} price={price}>
        {commands}
      </BotCardHeader>
      {notices}
      <BotCardFigures {...shown} now={now} />
      <div className="bot-band bot-ladder">
        <BotCardStair {...shown} mayEnter={mayEnter} />
        {bot.phase === 'stopping' ? null : <BotCardMoves {...shown} mayEnter={mayEnter} />}
      </div>
      {children}
    </article>
  );
};
