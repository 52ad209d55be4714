// The chart of a running bot, or its data as a table. The user can hide the chart until the page is loaded again.
import { Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { BotWire, InstrumentWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { botQuery, candlesQuery } from '../../../api/queries/queries.ts';
import { useFailure } from '../../../api/queries/use-failure.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Button } from '../../../ui/basics/button.tsx';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import { Table, type Column } from '../../../ui/figures/table.tsx';
import { botChart } from './bot-chart.ts';
import type { BotFigures, LadderRung } from './bot-figures.ts';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';

/** The code of the chart is loaded after the figures are shown. A grey box reserves the space of the chart. */
const LadderChart = lazyComponent(async () => (await import('../../chart/ladder-chart.tsx')).LadderChart);

const chartHeight = 290;
const candleCount = 120;
const hourMs = 3_600_000;
/** The chart of a bot that is younger than 6 hours has one-minute candles, because in less than 6 hours there are only a few longer candles. */
const youngBotMs = 6 * hourMs;

export type BotCardChartProps = {
  readonly bot: BotWire;
  readonly figures: BotFigures;
  readonly instrument: InstrumentWire | undefined;
};

const LadderTable = ({
  figures,
  instrument,
}: {
  readonly figures: BotFigures;
  readonly instrument: InstrumentWire;
}) => {
  const t = useT();
  const format = useFormat();
  const stateKeys = { filled: 'bots.rung.filled', next: 'bots.rung.next', resting: 'bots.rung.planned' } as const;
  const columns: readonly Column<LadderRung>[] = [
    { key: 'step', head: t('bots.ladder.step'), isName: true, cell: (rung) => rung.step },
    {
      key: 'price',
      head: t('bots.ladder.price'),
      align: 'end',
      cell: (rung) => format.price(rung.price, instrument.tickSz),
    },
    { key: 'size', head: t('bots.ladder.size'), align: 'end', cell: (rung) => format.size(rung.size, 8) },
    {
      key: 'liquidation',
      head: t('bots.ladder.liquidation'),
      align: 'end',
      cell: (rung) =>
        rung.liquidation === null ? t('common.none') : format.price(rung.liquidation, instrument.tickSz),
    },
    { key: 'state', head: t('bots.ladder.state'), cell: (rung) => t(stateKeys[rung.state]) },
  ];
  return (
    <Table
      caption={t('bots.chart.asTable')}
      columns={columns}
      rows={figures.rungs}
      rowKey={(rung) => String(rung.step)}
    />
  );
};

export const BotCardChart = ({ bot, figures, instrument }: BotCardChartProps) => {
  const t = useT();
  const format = useFormat();
  const api = useApi();
  const [view, setView] = useState<'chart' | 'table' | 'hidden'>('chart');
  const [bar] = useState<'1m' | '15m'>(() => (Date.now() - Date.parse(bot.created_at) < youngBotMs ? '1m' : '15m'));
  const candles = useQuery({
    ...candlesQuery(api, bot.symbol, { bar, limit: candleCount }),
    enabled: view === 'chart',
  });
  const hasFailed = useFailure(candles) !== null;
  const detail = useQuery({ ...botQuery(api, bot.id), enabled: view === 'chart' });
  return (
    <section className="bot-band bot-chart" aria-label={t('bots.chart.title')}>
      <div className="bot-chart-tools">
        {view === 'hidden' ? null : (
          <Button
            size="small"
            variant="ghost"
            icon={view === 'chart' ? 'table' : 'chart'}
            onClick={() => setView(view === 'chart' ? 'table' : 'chart')}
          >
            {t(view === 'chart' ? 'bots.chart.asTable' : 'bots.chart.asChart')}
          </Button>
        )}
        <Button
          size="small"
          variant="ghost"
          aria-expanded={view !== 'hidden'}
          onClick={() => setView(view === 'hidden' ? 'chart' : 'hidden')}
        >
          {t(view === 'hidden' ? 'bots.chart.show' : 'bots.chart.hide')}
        </Button>
      </div>
      {view === 'table' && instrument !== undefined ? <LadderTable figures={figures} instrument={instrument} /> : null}
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
              candles: candles.data.items,
              fills: detail.data?.fills ?? [],
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
