// The results of the date range over time: the curve of the finished bots or of all bots, its table, or the calendar of the days.
import { Suspense, useState } from 'react';
import type { HistoryList } from '@rondo/contract';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { Button } from '../../ui/basics/button.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { LongTable } from '../../ui/figures/long-table.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import type { Column } from '../../ui/figures/table.tsx';
import { TermTip } from '../../ui/overlays/term-tip.tsx';
import { HistoryChart } from './history-chart.tsx';
import { curveOf, worstOf, type HistoryPoint } from './history-curve.ts';
import { isPartial, unlistedSum } from './partial-list.ts';
import { Profit } from './profit.tsx';
import { dayMs } from './day-ms.ts';

/** The code of the calendar is loaded when the user asks for the calendar. */
const ResultCalendar = lazyComponent(async () => (await import('./calendar/result-calendar.tsx')).ResultCalendar);
/** The code of the curve of all bots is loaded when the user asks for this curve. */
const PortfolioView = lazyComponent(async () => (await import('./portfolio/portfolio-view.tsx')).PortfolioView);

const calendarHeight = 320;
const curveHeight = 180;
/** The number of rows of the table at first, and of the rows that a click adds. */
const rowsPerClick = 50;

const viewIcons = { curve: 'chart', table: 'table', calendar: 'calendar' } as const;
const viewTexts = { curve: 'history.asCurve', table: 'history.asTable', calendar: 'history.asCalendar' } as const;
const views = ['curve', 'table', 'calendar'] as const;
const scopes = ['finished', 'all'] as const;

type View = (typeof views)[number];
type Scope = (typeof scopes)[number];

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
  return (
    <LongTable
      caption={t('history.curve')}
      columns={columns}
      rows={points.toReversed()}
      rowsPerClick={rowsPerClick}
      rowKey={(point) => point.item.id}
    />
  );
};

const Results = ({ list, scope, view }: { readonly list: HistoryList; readonly scope: Scope; readonly view: View }) => {
  if (view === 'calendar')
    return (
      <Suspense fallback={<Skeleton height={calendarHeight} />}>
        <ResultCalendar list={list} />
      </Suspense>
    );
  if (scope === 'all')
    return (
      <Suspense fallback={<Skeleton height={curveHeight} />}>
        <PortfolioView days={list} isTable={view === 'table'} />
      </Suspense>
    );
  const start = unlistedSum(list);
  const points = curveOf(list.items, start);
  return view === 'table' ? (
    <CurveTable points={points} />
  ) : (
    <HistoryChart
      points={points}
      start={Number(start)}
      from={Date.parse(list.from)}
      to={Date.parse(list.to) + dayMs}
      worst={worstOf(points)}
    />
  );
};

/** The calendar has the finished bots only, so the choice of the bots is not shown with it. */
export const CurveViews = ({ list }: { readonly list: HistoryList }) => {
  const t = useT();
  const format = useFormat();
  const [view, setView] = useState<View>('curve');
  const [scope, setScope] = useState<Scope>('finished');
  return (
    <div className="history-curve">
      <div className="between history-curve-head">
        <span className="stat-label">
          {t('history.curve')}
          <TermTip term="curve" label={t('history.curve')} />
        </span>
        <span className="row">
          {view === 'calendar' ? null : (
            <Segmented
              size="small"
              label={t('history.scope')}
              value={scope}
              options={scopes.map((value) => ({ value, label: t(`history.scope.${value}`) }))}
              onChange={setScope}
            />
          )}
          {views
            .filter((other) => other !== view)
            .map((other) => (
              <Button key={other} size="small" variant="ghost" icon={viewIcons[other]} onClick={() => setView(other)}>
                {t(viewTexts[other])}
              </Button>
            ))}
        </span>
      </div>
      <Results list={list} scope={scope} view={view} />
      <p className="muted small">
        {format.sentences([
          t('history.utcDays'),
          isPartial(list) ? t('history.partialViews', { shown: list.items.length, total: list.total }) : null,
        ])}
      </p>
    </div>
  );
};
