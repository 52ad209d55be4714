// Summary of the date range: total, worst bot, winning and losing bots, rounds and cycles, and the curves.
import type { HistoryList } from '@rondo/contract';
import { useT } from '../../i18n/i18n-context.tsx';
import { unknownText } from '../../lib/numbers/format.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import { Stat, StatList } from '../../ui/figures/stat.tsx';
import { TermTip } from '../../ui/overlays/term-tip.tsx';
import { CurveViews } from './curve-views.tsx';

export const HistorySummary = ({ list }: { readonly list: HistoryList }) => {
  const t = useT();
  const format = useFormat();
  // A response of an older server has no totals.
  const { totals } = list;
  const worst = totals?.worst ?? null;
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
            <span>{worst?.title ?? t('common.none')}</span>
          </dt>
          <dd>
            {worst === null ? (
              unknownText
            ) : (
              <SignedFigure text={format.signedMoney(worst.total_profit)} triangle={false} />
            )}
          </dd>
        </div>
        <div className="history-line">
          <dt>
            {t('history.finished')}
            <TermTip term="finishedBots" label={t('history.finished')} />
            <span>
              {totals === undefined
                ? unknownText
                : format.list([
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
            <span>{totals === undefined ? unknownText : t('history.cyclesCount', { count: totals.cycles })}</span>
          </dt>
          <dd>{totals === undefined ? unknownText : format.count(totals.rounds)}</dd>
        </div>
      </StatList>
      <CurveViews list={list} />
    </section>
  );
};
