// The chart of a running bot, or its data as a table. The user can hide the chart until the page is loaded again.
import { Suspense, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BotWire, InstrumentWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { botQuery, candlesQuery } from '../../../api/queries/queries.ts';
import { useFailure } from '../../../api/queries/use-failure.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { useNow } from '../../../lib/page/use-now.ts';
import { chartPath } from '../../../paths.ts';
import { Button } from '../../../ui/basics/button.tsx';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import { SettingsButton } from '../../settings-text/settings-button.tsx';
import { botChart } from './bot-chart.ts';
import { barOf, barTitle, candleCount, roundCandles } from './chart-window.ts';
import type { BotFigures } from './bot-figures.ts';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';

/** The code of the chart is loaded after the figures are shown. A grey box reserves the space of the chart. */
const LadderChart = lazyComponent(async () => (await import('../../chart/ladder-chart.tsx')).LadderChart);

/** The code of the table is loaded when the user asks for the table. */
const LadderTable = lazyComponent(async () => (await import('./bot-ladder-table.tsx')).LadderTable);

const chartHeight = 290;
const minuteMs = 60_000;

export type BotCardChartProps = {
  readonly bot: BotWire;
  readonly figures: BotFigures;
  readonly instrument: InstrumentWire | undefined;
};

type View = 'chart' | 'table' | 'hidden';

type ChartToolsProps = { readonly bot: BotWire; readonly view: View; readonly onChange: (view: View) => void };

const ChartTools = ({ bot, view, onChange }: ChartToolsProps) => {
  const t = useT();
  return (
    <div className="bot-chart-tools">
      <Link className="button" data-variant="ghost" data-size="small" to={chartPath(bot.id)}>
        {t('bots.chart.open')}
      </Link>
      <SettingsButton bot={bot} size="small" variant="ghost" />
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

export const BotCardChart = ({ bot, figures, instrument }: BotCardChartProps) => {
  const t = useT();
  const format = useFormat();
  const api = useApi();
  const [view, setView] = useState<View>('chart');
  const detail = useQuery({ ...botQuery(api, bot.id), enabled: view === 'chart' });
  const now = useNow(minuteMs);
  const startedAt = detail.data?.fills.find(({ round }) => round === bot.round)?.at;
  // While the fills are being fetched, the bar follows the age of the bot, which is at least the age of the round.
  const bar = barOf(now - (startedAt ?? Date.parse(bot.created_at)));
  const candles = useQuery({
    ...candlesQuery(api, bot.symbol, { bar, limit: candleCount }),
    enabled: view === 'chart' && !detail.isPending,
    placeholderData: keepPreviousData,
  });
  const hasFailed = useFailure(candles) !== null;
  return (
    <section className="bot-band bot-chart" aria-label={barTitle(bar, t)}>
      <ChartTools bot={bot} view={view} onChange={setView} />
      {view === 'table' && instrument !== undefined ? (
        <Suspense fallback={<Skeleton height={chartHeight} />}>
          <LadderTable figures={figures} instrument={instrument} />
        </Suspense>
      ) : null}
      {view === 'chart' && hasFailed && candles.data === undefined ? (
        <p className="muted">{t('bots.chart.none')}</p>
      ) : null}
      {view === 'chart' && ((candles.data === undefined && !hasFailed) || instrument === undefined) ? (
        <Skeleton height={chartHeight} />
      ) : null}
      {view === 'chart' && candles.data !== undefined && instrument !== undefined ? (
        <Suspense fallback={<Skeleton height={chartHeight} />}>
          <LadderChart
            model={botChart({
              bot,
              figures,
              instrument,
              candles: roundCandles(candles.data.items, startedAt),
              fills: detail.data?.fills ?? [],
              exitSteps: detail.data?.exit_steps ?? [],
              bar,
              t,
              format,
            })}
          />
        </Suspense>
      ) : null}
    </section>
  );
};
