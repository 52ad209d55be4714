// The dashboard of the demo: the bot of the settings after the last price of the replay, its margin and its round, with the cards of the bots tab. Nothing here sends a
// command.
import { memo, useId, useState } from 'react';
import type { BotWire, CandleWire, InstrumentWire, MarginResponse } from '@rondo/contract';
import { candleCount } from '../../api/queries/queries.ts';
import { TextsOf, useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { BotCardFrame } from '../bots/card/bot-card-frame.tsx';
import { maySendEntries } from '../bots/card/bot-entering.ts';
import { figuresOf } from '../bots/card/bot-figures.ts';
import type { ChartBar } from '../bots/card/chart-window.ts';
import { RoundCard } from '../bots/card/round-card.tsx';
import { RoundChart, type ChartView } from '../bots/card/round-chart.tsx';
import { MarginCard } from '../bots/margin-card.tsx';
import type { DemoBot } from './demo-bot.ts';
import { demoMarginOf } from './demo-margin.ts';
import type { ShownRun } from './use-demo.ts';

/** The height of a usual card. */
const cardHeight = 640;

export type DemoDashboardProps = {
  /** The shown replay, or null while the first replay is being made. */
  readonly shown: ShownRun | null;
  /** The name of the bot. */
  readonly title: string;
  readonly instrument: InstrumentWire | undefined;
  readonly bar: ChartBar;
  readonly account: MarginResponse | undefined;
  readonly hasAccountFailed: boolean;
};

export const DemoDashboard = (props: DemoDashboardProps) => (
  <TextsOf part="member">
    <Dashboard {...props} />
  </TextsOf>
);

/** The cards are not rendered again with each price of the form. */
const Dashboard = memo((props: DemoDashboardProps) => {
  const t = useT();
  const format = useFormat();
  const titleId = useId();
  const { shown, title, instrument, account } = props;
  const running = shown?.run?.bot ?? null;
  const bot = running === null ? null : { ...running.bot, title, metadata: { name: title, description: '' } };
  return (
    <section className="demo-bot" aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{t('demo.bot')}</h2>
        <p className="muted">
          {bot === null
            ? '\u00a0'
            : format.sentences([
                t('demo.bot.note', { time: format.dayAndTime(Date.parse(bot.updated_at)) }),
                bot.phase === 'opening' ? t('demo.bot.waiting') : null,
              ])}
        </p>
      </div>
      <div className="bots-grid">
        <div className="bots-cards">
          {shown === null ? <Skeleton height={cardHeight} /> : null}
          {shown === null || running === null || bot === null ? null : (
            <DemoBotCard
              bot={bot}
              fills={running.fills}
              exitSteps={running.exitSteps}
              instrument={instrument}
              bar={props.bar}
              items={shown.items}
            />
          )}
          {shown?.run === null ? <p className="card card-pad muted">{t('demo.none')}</p> : null}
        </div>
        <aside className="bots-rail">
          <MarginCard
            margin={account === undefined || running === null ? account : demoMarginOf(account, { ...running, title })}
            bots={bot === null ? [] : [bot]}
            isLive={null}
            hasFailed={props.hasAccountFailed}
          />
          {bot === null ? null : <RoundCard bot={bot} instrument={instrument} />}
        </aside>
      </div>
    </section>
  );
});

type DemoBotCardProps = Pick<DemoBot, 'fills' | 'exitSteps'> & {
  readonly bot: BotWire;
  readonly instrument: InstrumentWire | undefined;
  readonly bar: ChartBar;
  readonly items: readonly CandleWire[];
};

/** The card of the simulated bot, which has no commands. */
const DemoBotCard = ({ bot, instrument, items, ...round }: DemoBotCardProps) => {
  const [view, setView] = useState<ChartView>('chart');
  const figures = figuresOf(bot, instrument);
  const now = Date.parse(bot.updated_at);
  // The candles after the end of the last round are not replayed.
  const candles = items.filter(({ at }) => at <= now).slice(-candleCount);
  return (
    <BotCardFrame bot={bot} figures={figures} instrument={instrument} account={null} isGated={false} now={now}>
      <RoundChart
        {...round}
        bot={bot}
        mayEnter={maySendEntries(bot)}
        figures={figures}
        instrument={instrument}
        candles={candles}
        hasFailed={false}
        view={view}
        onChange={setView}
      />
    </BotCardFrame>
  );
};
