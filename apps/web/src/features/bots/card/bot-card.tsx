// The card of a running bot: position, next moves, distance to liquidation, chart, log and the stop menu.
import { memo, Suspense, useState } from 'react';
import type { BotWire, InstrumentWire } from '@rondo/contract';
import { useAccountLabels, useKeyProblem } from '../../../api/queries/chosen-account.ts';
import { TextsOf } from '../../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';
import { useNow } from '../../../lib/page/use-now.ts';
import { BotCardChart } from './bot-card-chart.tsx';
import { BotCardFrame } from './bot-card-frame.tsx';
import { BotPrice } from './bot-price.tsx';
import { BotLog } from '../bot-log.tsx';
import { isUndisturbed, maySendEntries } from './bot-entering.ts';
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
const BotCardSignals = lazyComponent(async () => (await import('./signals/bot-card-signals.tsx')).BotCardSignals);

const minuteMs = 60_000;

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
  const { bot, markedAt } = useCachedMark(receivedBot, receivedAt, instrument);
  const command = useStopCommand(bot);
  const keyProblem = useKeyProblem(bot.account_id);
  const account = useAccountLabels()(bot.account_id);
  const now = useNow(minuteMs);
  const figures = figuresOf(bot, instrument);
  const { baseSize } = figures;
  return (
    <BotCardFrame
      bot={bot}
      figures={figures}
      instrument={instrument}
      account={account}
      isGated={keyProblem !== null}
      price={<BotPrice bot={bot} instrument={instrument} />}
      now={now}
      commands={<StopMenu bot={bot} command={command} baseSize={baseSize} unit={instrument?.baseCcy ?? ''} />}
      notices={
        <>
          <StopProgress bot={bot} command={command} />
          {keyProblem === null && isUndisturbed(bot) ? null : (
            <Suspense fallback={null}>
              <TextsOf part="banners">
                <CardBanners bot={bot} keyProblem={keyProblem} />
              </TextsOf>
            </Suspense>
          )}
          <SignalNote bot={bot} />
        </>
      }
    >
      <BotCardChart
        bot={bot}
        mayEnter={keyProblem === null && maySendEntries(bot)}
        figures={figures}
        instrument={instrument}
        now={now}
      />
      <BotLog botName={bot.title} lines={bot.logs} tickSize={instrument?.tickSz ?? '0.01'} />
      <AskedDialogs bot={bot} markedAt={markedAt} command={command} baseSize={baseSize} instrument={instrument} />
    </BotCardFrame>
  );
});
