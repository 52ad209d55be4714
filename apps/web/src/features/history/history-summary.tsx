// Summary of the date range: total, worst bot, winning and losing bots, rounds and cycles, and the curve or its table.
import { useState } from 'react';
import type { HistoryList } from '@rondo/contract';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Button } from '../../ui/basics/button.tsx';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import { Stat, StatList } from '../../ui/figures/stat.tsx';
import { Table, type Column } from '../../ui/figures/table.tsx';
import { HistoryChart } from './history-chart.tsx';
import { curveOf, totalsOf, type HistoryPoint } from './history-curve.ts';

const dayMs = 86_400_000;

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
      cell: (point) => format.signedMoney(point.item.total_profit),
    },
    { key: 'total', head: t('history.curve'), align: 'end', cell: (point) => format.signedMoney(point.total) },
  ];
  return <Table caption={t('history.curve')} columns={columns} rows={points} rowKey={(point) => point.item.id} />;
};

export const HistorySummary = ({ list }: { readonly list: HistoryList }) => {
  const t = useT();
  const format = useFormat();
  const [isTable, setTable] = useState(false);
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
              {t('history.wonLost', { won: totals.won, lost: totals.lost })}
              {totals.kept === 0 ? null : `, ${t('history.keptCount', { count: totals.kept })}`}
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
      <div className="history-curve">
        <div className="between">
          <span className="stat-label">{t('history.curve')}</span>
          <Button size="small" variant="ghost" icon={isTable ? 'chart' : 'table'} onClick={() => setTable(!isTable)}>
            {t(isTable ? 'history.asCurve' : 'history.asTable')}
          </Button>
        </div>
        {isTable ? (
          <CurveTable points={points} />
        ) : (
          <HistoryChart points={points} from={Date.parse(list.from)} to={Date.parse(list.to) + dayMs} />
        )}
      </div>
    </section>
  );
};
