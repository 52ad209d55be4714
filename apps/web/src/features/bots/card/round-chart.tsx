// The chart of the running round of a bot, or its ladder as a table. The user can hide the chart until the page is loaded again.
import { Suspense, type ReactNode } from 'react';
import type { BotWire, CandleWire, ExitStepWire, InstrumentWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';
import { Button } from '../../../ui/basics/button.tsx';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import { botChart } from './bot-chart.ts';
import type { BotFigures } from './bot-figures.ts';
import { barTitle, roundCandles, type ChartBar } from './chart-window.ts';
import type { RoundFill } from './round-fill.ts';

/** The code of the chart is loaded after the figures are shown. A grey box reserves the space of the chart. */
const LadderChart = lazyComponent(async () => (await import('../../chart/ladder-chart.tsx')).LadderChart);

/** The code of the table is loaded when the user asks for the table. */
const LadderTable = lazyComponent(async () => (await import('./ladder/bot-ladder-table.tsx')).LadderTable);

const chartHeight = 290;

export type ChartView = 'chart' | 'table' | 'hidden';

type ChartToolsProps = {
  readonly view: ChartView;
  readonly onChange: (view: ChartView) => void;
  /** Further buttons and links, at the begin of the row. */
  readonly children?: ReactNode;
};

const ChartTools = ({ view, onChange, children }: ChartToolsProps) => {
  const t = useT();
  return (
    <div className="bot-chart-tools">
      {children}
      {view === 'hidden' ? null : (
        <Button
          size="small"
          variant="ghost"
          icon={view === 'chart' ? 'table' : 'chart'}
          onClick={() => onChange(view === 'chart' ? 'table' : 'chart')}
        >
          {t(view === 'chart' ? 'bots.chart.asTable' : 'bots.chart.asChart')}
        </Button>
      )}
      <Button
        size="small"
        variant="ghost"
        aria-expanded={view !== 'hidden'}
        onClick={() => onChange(view === 'hidden' ? 'chart' : 'hidden')}
      >
        {t(view === 'hidden' ? 'bots.chart.show' : 'bots.chart.hide')}
      </Button>
    </div>
  );
};

export type RoundChartProps = ChartToolsProps & {
  readonly bot: BotWire;
  /** False while an error, a hold, the trading state or the trading key prevents entries. */
  readonly mayEnter: boolean;
  readonly figures: BotFigures;
  readonly instrument: InstrumentWire | undefined;
  readonly bar: ChartBar;
  /** The candles, oldest first. Undefined while they are not available. */
  readonly candles: readonly CandleWire[] | undefined;
  /** True when the candles could not be loaded. */
  readonly hasFailed: boolean;
  /** The fills of the round, oldest first. */
  readonly fills: readonly RoundFill[];
  /** The steps of the base exit of the round, oldest first. */
  readonly exitSteps: readonly ExitStepWire[];
};

export const RoundChart = ({ view, onChange, children, candles, hasFailed, mayEnter, ...round }: RoundChartProps) => {
  const t = useT();
  const format = useFormat();
  const { bot, figures, instrument, bar, fills } = round;
  const title = barTitle(bar, t);
  const hasNoCandles = candles === undefined && hasFailed;
  const startedAt = fills.find((fill) => fill.round === bot.round)?.at;
  return (
    <section className="bot-band bot-chart" aria-label={format.list([title, bot.title])}>
      <div className="bot-chart-head">
        {view === 'chart' && !hasNoCandles ? (
          <p className="bot-chart-title" aria-hidden="true">
            {title}
          </p>
        ) : null}
        <ChartTools view={view} onChange={onChange}>
          {children}
        </ChartTools>
      </div>
      {view === 'table' && instrument !== undefined ? (
        <Suspense fallback={<Skeleton height={chartHeight} />}>
          <LadderTable bot={bot} mayEnter={mayEnter} figures={figures} instrument={instrument} />
        </Suspense>
      ) : null}
      {view !== 'chart' ? null : hasNoCandles ? (
        <p className="muted">{t('bots.chart.none')}</p>
      ) : candles === undefined || instrument === undefined ? (
        <Skeleton height={chartHeight} />
      ) : (
        <Suspense fallback={<Skeleton height={chartHeight} />}>
          <LadderChart
            model={botChart({ ...round, instrument, candles: roundCandles(candles, startedAt), t, format })}
          />
        </Suspense>
      )}
    </section>
  );
};
