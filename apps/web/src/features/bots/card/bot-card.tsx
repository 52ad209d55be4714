// The card of a running bot: position, next moves, distance to liquidation, chart, log and the stop menu.
import { useId } from 'react';
import type { BotWire, InstrumentWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { Banner } from '../../../ui/basics/banner.tsx';
import { BotCardChart } from './bot-card-chart.tsx';
import { BotCardFigures } from './bot-card-figures.tsx';
import { BotCardHeader } from './bot-card-header.tsx';
import { BotCardMoves } from './moves/bot-card-moves.tsx';
import { BotCardStair } from './bot-card-stair.tsx';
import { BotLog } from '../bot-log.tsx';
import { recoverableError } from './bot-entering.ts';
import { figuresOf } from './bot-figures.ts';
import { useCachedMark } from './cached-mark.ts';
import { HoldBanners } from './holds-banner.tsx';
import { RecoverBanner } from './recover-banner.tsx';
import { StopDialogs } from '../stop/stop-dialogs.tsx';
import { StopMenu } from '../stop/stop-menu.tsx';
import { StopProgress } from '../stop/stop-progress.tsx';
import { TradingBanner } from './trading-banner.tsx';
import { useStopCommand } from '../stop/use-stop-command.ts';

export type BotCardProps = {
  readonly bot: BotWire;
  /** The time of the server's response in epoch ms. */
  readonly receivedAt: number;
  readonly instrument: InstrumentWire | undefined;
};

export const BotCard = ({ bot: receivedBot, receivedAt, instrument }: BotCardProps) => {
  const t = useT();
  const titleId = useId();
  const { bot, markedAt } = useCachedMark(receivedBot, receivedAt);
  const command = useStopCommand(bot);
  const figures = figuresOf(bot, instrument);
  const unit = instrument?.baseCcy ?? '';
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
      {bot.phase === 'error' && recoverableError(bot) === null ? (
        <Banner tone="danger" role="alert">
          {t('bots.errorState')}
        </Banner>
      ) : null}
      <BotCardHeader bot={bot} titleId={titleId}>
        <StopMenu bot={bot} command={command} baseSize={figures.baseSize} unit={unit} />
      </BotCardHeader>
      <StopProgress bot={bot} command={command} />
      <TradingBanner bot={bot} />
      <HoldBanners bot={bot} />
      <RecoverBanner bot={bot} />
      <BotCardFigures bot={bot} figures={figures} instrument={instrument} />
      <div className="bot-band bot-ladder">
        <BotCardStair bot={bot} figures={figures} instrument={instrument} />
        {bot.phase === 'stopping' ? null : <BotCardMoves bot={bot} figures={figures} instrument={instrument} />}
      </div>
      <BotCardChart bot={bot} figures={figures} instrument={instrument} />
      <BotLog lines={bot.logs} tickSize={instrument?.tickSz ?? '0.01'} />
      <StopDialogs
        bot={bot}
        markedAt={markedAt}
        command={command}
        baseSize={figures.baseSize}
        instrument={instrument}
      />
    </article>
  );
};
