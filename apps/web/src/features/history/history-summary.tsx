// Summary of the date range: total, worst bot, winning and losing bots, rounds and cycles, and the curve or its table.
import { Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { HistoryList } from '@rondo/contract';
import { add, decimal, formatDecimal, zero } from '@rondo/decimal';
import { useApi } from '../../api/calls/api-context.tsx';
import { myBotsQuery } from '../../api/queries/queries.ts';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { useNow } from '../../lib/page/use-now.ts';
import { Button } from '../../ui/basics/button.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import { Stat, StatList } from '../../ui/figures/stat.tsx';
import { Table, type Column } from '../../ui/figures/table.tsx';
import { HistoryChart } from './history-chart.tsx';
import { curveOf, totalsOf, type HistoryPoint } from './history-curve.ts';
import { Profit } from './profit.tsx';

/** The code of the calendar is loaded when the user asks for the calendar. */
const ResultCalendar = lazyComponent(async () => (await import('./calendar/result-calendar.tsx')).ResultCalendar);

const dayMs = 86_400_000;
const minuteMs = 60_000;
const calendarHeight = 320;

type View = 'curve' | 'table' | 'calendar';

/** The net result of all running bots, open positions included, as an exact text. Null without running bots, and for a range that has ended. */
const useRunningResult = (end: number): string | null => {
  const bots = useQuery(myBotsQuery(useApi())).data ?? [];
  const now = useNow(minuteMs);
  if (bots.length === 0 || now > end) return null;
  return formatDecimal(bots.reduce((sum, bot) => add(sum, decimal(bot.current_pnl)), zero));
};

const CurveTable = ({ points }: { readonly points: readonly HistoryPoint[] }) => {
  const t = useT();
  const format = useFormat();
  const columns: readonly Column<HistoryPoint>[] = [
    { key: 'at', head: t('history.completed'), cell: (point) => format.dayAndTime(point.at) },
    { key: 'bot', head: t('history.bot'), isName: true, cell: (point) => point.item.title },
    {
      key: 'profit',
      head: t('history.profit'),
      align: 'end',
      cell: (point) => <Profit item={point.item} />,
    },
    { key: 'total', head: t('history.curve'), align: 'end', cell: (point) => format.signedMoney(point.total) },
  ];
  return <Table caption={t('history.curve')} columns={columns} rows={points} rowKey={(point) => point.item.id} />;
};

const viewIcons = { curve: 'chart', table: 'table', calendar: 'calendar' } as const;
const viewTexts = { curve: 'history.asCurve', table: 'history.asTable', calendar: 'history.asCalendar' } as const;

/** The curve of the results, its table, or the calendar of its days. */
const CurveViews = ({ list, points }: { readonly list: HistoryList; readonly points: readonly HistoryPoint[] }) => {
  const t = useT();
  const [view, setView] = useState<View>('curve');
  const end = Date.parse(list.to) + dayMs;
  const running = useRunningResult(end);
  return (
    <div className="history-curve">
      <div className="between">
        <span className="stat-label">{t('history.curve')}</span>
        <span className="row">
          {(['curve', 'table', 'calendar'] as const)
            .filter((other) => other !== view)
            .map((other) => (
              <Button key={other} size="small" variant="ghost" icon={viewIcons[other]} onClick={() => setView(other)}>
                {t(viewTexts[other])}
              </Button>
            ))}
        </span>
      </div>
      {view === 'table' ? <CurveTable points={points} /> : null}
      {view === 'calendar' ? (
        <Suspense fallback={<Skeleton height={calendarHeight} />}>
          <ResultCalendar list={list} />
        </Suspense>
      ) : null}
      {view === 'curve' ? (
        <HistoryChart points={points} from={Date.parse(list.from)} to={end} running={running} />
      ) : null}
    </div>
  );
};

export const HistorySummary = ({ list }: { readonly list: HistoryList }) => {
  const t = useT();
  const format = useFormat();
  const totals = totalsOf(list.items);
  const points = curveOf(list.items);
  return (
    <section className="card history-summary" aria-label={t('history.totalProfit', { count: list.days })}>
      <StatList className="history-stats">
        <Stat label={t('history.totalProfit', { count: list.days })} size="lead">
          <SignedFigure text={format.signedMoney(list.total_profit)} unit="USDT" />
        </Stat>
        <div className="history-line">
          <dt>
            {t('history.worst')}
            <span>{totals.worst?.title ?? t('common.none')}</span>
          </dt>
          <dd>
            {totals.worst === null ? (
              '\u2013'
            ) : (
              <SignedFigure text={format.signedMoney(totals.worst.total_profit)} triangle={false} />
            )}
          </dd>
        </div>
        <div className="history-line">
          <dt>
            {t('history.finished')}
            <span>
              {format.list([
                t('history.wonLost', { won: totals.won, lost: totals.lost }),
                ...(totals.kept === 0 ? [] : [t('history.keptCount', { count: totals.kept })]),
              ])}
            </span>
          </dt>
          <dd>{format.count(list.total)}</dd>
        </div>
        <div className="history-line wide-only">
          <dt>
            {t('history.rounds')}
            <span>{t('history.cyclesCount', { count: totals.cycles })}</span>
          </dt>
          <dd>{format.count(totals.rounds)}</dd>
        </div>
      </StatList>
      <CurveViews list={list} points={points} />
    </section>
  );
};
