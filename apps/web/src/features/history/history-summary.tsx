// Summary of the date range: total, worst bot, winning and losing bots, rounds and cycles, and the curves.
import type { HistoryList } from '@rondo/contract';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import { Stat, StatList } from '../../ui/figures/stat.tsx';
import { TermTip } from '../../ui/overlays/term-tip.tsx';
import { CurveViews } from './curve-views.tsx';
import { totalsOf } from './history-curve.ts';

export const HistorySummary = ({ list }: { readonly list: HistoryList }) => {
  const t = useT();
  const format = useFormat();
  const totals = totalsOf(list.items);
  return (
    <section className="card history-summary" aria-label={t('history.totalProfit', { count: list.days })}>
      <StatList className="history-stats">
        <Stat label={t('history.totalProfit', { count: list.days })} term="netRange" size="lead">
          <SignedFigure text={format.signedMoney(list.total_profit)} unit="USDT" />
        </Stat>
        <div className="history-line">
          <dt>
            {t('history.worst')}
            <TermTip term="worstBot" label={t('history.worst')} />
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
            <TermTip term="finishedBots" label={t('history.finished')} />
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
            <TermTip term="roundsCycles" label={t('history.rounds')} />
            <span>{t('history.cyclesCount', { count: totals.cycles })}</span>
          </dt>
          <dd>{format.count(totals.rounds)}</dd>
        </div>
      </StatList>
      <CurveViews list={list} />
    </section>
  );
};
