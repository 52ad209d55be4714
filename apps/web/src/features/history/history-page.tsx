// The history tab: the finished bots of a date range with totals, curve, rows and details. The data is refreshed every 60 s.
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { contractLimits, type HistoryList } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { errorText } from '../../api/texts/error-text.ts';
import { historyQuery } from '../../api/queries/queries.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { openedBot } from '../../paths.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { PageHeading } from '../../ui/basics/page-heading.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { ExportButton } from './export-button.tsx';
import { HistoryControls } from './history-controls.tsx';
import { HistoryDetail } from './history-detail.tsx';
import { defaultPreset, presetRange, rangeProblem, type HistoryRange } from './history-range.ts';
import { HistoryRows } from './history-rows.tsx';
import { HistorySummary } from './history-summary.tsx';
import { useUtcDay } from './use-utc-day.ts';

const summaryHeight = 246;

const Empty = ({ list, onShowAll }: { readonly list: HistoryList; readonly onShowAll: () => void }) => {
  const { t } = useI18n();
  const utcDay = useUtcDay();
  return (
    <div className="card card-pad history-empty">
      <p>{t('history.empty', { from: utcDay(list.from), to: utcDay(list.to) })}</p>
      <Button onClick={onShowAll}>{t('history.showAll')}</Button>
    </div>
  );
};

/** The chosen date range, and the last valid date range, whose data is requested. For an invalid range only a message is shown. */
const useHistoryRange = () => {
  const [range, setRange] = useState<HistoryRange>(() => presetRange(Number(defaultPreset), Date.now()));
  const [queriedRange, setQueriedRange] = useState(range);
  const choose = (next: HistoryRange): void => {
    setRange(next);
    if (rangeProblem(next) === null) setQueriedRange(next);
  };
  return { range, queriedRange, choose };
};

/** The line below the rows: the number of shown rows, and the time of the last update. */
const Foot = ({ list, updatedAt }: { readonly list: HistoryList; readonly updatedAt: number | null }) => {
  const { t } = useI18n();
  const format = useFormat();
  return (
    <div className="between small muted history-foot">
      <span>
        {format.sentences([
          t('history.net'),
          list.total > list.items.length ? t('history.partial', { shown: list.items.length, total: list.total }) : null,
        ])}
      </span>
      <span>{updatedAt === null ? t('common.loading') : t('history.updated', { time: format.time(updatedAt) })}</span>
    </div>
  );
};

export const HistoryPage = () => {
  const i18n = useI18n();
  const { t } = i18n;
  const { range, queriedRange, choose } = useHistoryRange();
  const [query, setQuery] = useSearchParams();
  const history = useQuery({ ...historyQuery(useApi(), queriedRange), placeholderData: keepPreviousData });
  const failure = useFailure(history);
  const list = history.data;
  const opened = list?.items.find(({ id }) => id === query.get(openedBot)) ?? null;
  useDocumentTitle(t('history.title'));
  return (
    <div className="history">
      <div className="history-head">
        <PageHeading text={t('history.title')} />
        <HistoryControls range={range} problem={rangeProblem(range)} onChange={choose}>
          <ExportButton list={list} />
        </HistoryControls>
      </div>
      {failure !== null ? (
        <Banner
          tone="warning"
          role="alert"
          action={<Button onClick={() => void history.refetch()}>{t('common.retry')}</Button>}
        >
          {errorText(i18n, failure)}
        </Banner>
      ) : null}
      {list === undefined && failure === null ? <Skeleton height={summaryHeight} /> : null}
      {list === undefined ? null : (
        <>
          <HistorySummary list={list} />
          {list.items.length === 0 ? (
            <Empty list={list} onShowAll={() => choose(presetRange(contractLimits.historyDays, Date.now()))} />
          ) : (
            <HistoryRows items={list.items} onOpen={({ id }) => setQuery({ [openedBot]: id })} />
          )}
          <Foot list={list} updatedAt={history.isPlaceholderData ? null : history.dataUpdatedAt} />
        </>
      )}
      <HistoryDetail item={opened} onClose={() => setQuery({}, { replace: true })} />
    </div>
  );
};
