// The card of a running bot: position, next moves, distance to liquidation, chart, log and the stop menu.
import { memo, Suspense, useId, useState } from 'react';
import type { BotWire, InstrumentWire } from '@rondo/contract';
import { useKeyProblem } from '../../../api/queries/chosen-account.ts';
import { TextsOf, useT } from '../../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { BotCardChart } from './bot-card-chart.tsx';
import { BotCardFigures } from './bot-card-figures.tsx';
import { BotCardHeader } from './bot-card-header.tsx';
import { BotCardMoves } from './moves/bot-card-moves.tsx';
import { BotCardStair } from './bot-card-stair.tsx';
import { BotLog } from '../bot-log.tsx';
import { isUndisturbed, maySendEntries, recoverableError } from './bot-entering.ts';
import { figuresOf } from './bot-figures.ts';
import { useCachedMark } from './cached-mark.ts';
import type { StopDialogsProps } from '../stop/stop-dialogs.tsx';
import { StopMenu } from '../stop/stop-menu.tsx';
import { StopProgress } from '../stop/stop-progress.tsx';
import { useStopCommand } from '../stop/use-stop-command.ts';

/** The code of the dialogs is loaded when the user chooses the first stop. */
const StopDialogs = lazyComponent(async () => (await import('../stop/stop-dialogs.tsx')).StopDialogs);

/** The code of the banners is loaded only when the card has a banner. */
const CardBanners = lazyComponent(async () => (await import('./banners/card-banners.tsx')).CardBanners);

/** The code of the note is loaded only when the bot has signals. */
const BotCardSignals = lazyComponent(async () => (await import('./bot-card-signals.tsx')).BotCardSignals);

export type BotCardProps = {
  readonly bot: BotWire;
  /** The time of the server's response in epoch ms. */
  readonly receivedAt: number;
  readonly instrument: InstrumentWire | undefined;
};

/** The stop dialogs, which stay rendered after the first question, so that a dialog can close with its animation. */
const AskedDialogs = (props: StopDialogsProps) => {
  const isAsking = props.command.state.kind === 'asking';
  const [wasAsked, setAsked] = useState(isAsking);
  if (isAsking && !wasAsked) setAsked(true);
  if (!wasAsked) return null;
  return (
    <Suspense fallback={null}>
      <StopDialogs {...props} />
    </Suspense>
  );
};

const signalTypes = ['ai-gpt', 'rsi', 'ichimoku', 'webhook'];

/** The note of a bot that opens its rounds at signals, or has a rule beside it. */
const SignalNote = ({ bot }: Pick<BotCardProps, 'bot'>) =>
  bot.status === 'active' &&
  bot.phase !== 'stopping' &&
  (signalTypes.includes(bot.entry.type) || bot.entry.shadow !== undefined || bot.entry.atr_multiplier !== undefined) ? (
    <Suspense fallback={null}>
      <TextsOf part="signals">
        <BotCardSignals bot={bot} />
      </TextsOf>
    </Suspense>
  ) : null;

export const BotCard = memo(({ bot: receivedBot, receivedAt, instrument }: BotCardProps) => {
  const t = useT();
  const titleId = useId();
  const { bot, markedAt } = useCachedMark(receivedBot, receivedAt, instrument);
  const command = useStopCommand(bot);
  const keyProblem = useKeyProblem(bot.account_id);
  const mayEnter = keyProblem === null && maySendEntries(bot);
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
      <BotCardHeader bot={bot} titleId={titleId} isGated={keyProblem !== null}>
        <StopMenu bot={bot} command={command} baseSize={figures.baseSize} unit={unit} />
      </BotCardHeader>
      <StopProgress bot={bot} command={command} />
      {keyProblem === null && isUndisturbed(bot) ? null : (
        <Suspense fallback={null}>
          <CardBanners bot={bot} keyProblem={keyProblem} />
        </Suspense>
      )}
      <SignalNote bot={bot} />
      <BotCardFigures bot={bot} figures={figures} instrument={instrument} />
      <div className="bot-band bot-ladder">
        <BotCardStair bot={bot} mayEnter={mayEnter} figures={figures} instrument={instrument} />
        {bot.phase === 'stopping' ? null : (
          <BotCardMoves bot={bot} mayEnter={mayEnter} figures={figures} instrument={instrument} />
        )}
      </div>
      <BotCardChart bot={bot} figures={figures} instrument={instrument} />
      <BotLog lines={bot.logs} tickSize={instrument?.tickSz ?? '0.01'} />
      <AskedDialogs
        bot={bot}
        markedAt={markedAt}
        command={command}
        baseSize={figures.baseSize}
        instrument={instrument}
      />
    </article>
  );
});
