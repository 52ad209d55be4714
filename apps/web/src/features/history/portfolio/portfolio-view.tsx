// The result of all bots together over time, as a curve or as a table. Its end is the unrealised result of now, which is marked as such.
import { useMemo } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/calls/api-context.tsx';
import type { ApiClient } from '../../../api/calls/client.ts';
import { intervals } from '../../../api/queries/intervals.ts';
import { myBotsQuery } from '../../../api/queries/queries.ts';
import { queryKeys } from '../../../api/queries/query-keys.ts';
import { useFailure } from '../../../api/queries/use-failure.ts';
import { errorText } from '../../../api/texts/error-text.ts';
import { useI18n, useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { useNow } from '../../../lib/page/use-now.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { LongTable } from '../../../ui/figures/long-table.tsx';
import { SignedFigure } from '../../../ui/figures/signed-figure.tsx';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import type { Column } from '../../../ui/figures/table.tsx';
import { HistoryChart, type OpenResult } from '../history-chart.tsx';
import { openResultOf, portfolioCurveOf, type PortfolioPoint } from './portfolio-curve.ts';
import { dayMs } from '../day-ms.ts';
import { useUtcDay } from '../use-utc-day.ts';

const minuteMs = 60_000;
const skeletonHeight = 180;
/** The number of rows of the table at first, and of the rows that a click adds. */
const rowsPerClick = 50;

type Days = { readonly from: string; readonly to: string };

const portfolioQuery = (api: ApiClient, { from, to }: Days) =>
  queryOptions({
    queryKey: queryKeys.portfolio(from, to),
    queryFn: ({ signal }) => api.call('portfolio', { query: { from, to }, signal }),
    refetchInterval: intervals.historyMs,
  });

type Row = { readonly key: string; readonly name: string; readonly amount: string; readonly total: string };

const PortfolioTable = ({
  points,
  open,
}: {
  readonly points: readonly PortfolioPoint[];
  readonly open: OpenResult | null;
}) => {
  const t = useT();
  const format = useFormat();
  const utcDay = useUtcDay();
  const days = points.map(({ day, realised, total }) => ({
    key: day,
    name: utcDay(day),
    amount: realised,
    total,
  }));
  const unrealised = open === null ? [] : [{ ...open, key: 'open', name: t('bots.unrealised') }];
  const columns: readonly Column<Row>[] = [
    { key: 'day', head: t('history.day'), isName: true, cell: ({ name }) => name },
    {
      key: 'amount',
      head: t('history.profit'),
      align: 'end',
      cell: ({ amount }) => <SignedFigure text={format.signedMoney(amount)} />,
    },
    { key: 'total', head: t('history.total'), align: 'end', cell: ({ total }) => format.signedMoney(total) },
  ];
  return (
    <LongTable
      caption={t('history.scope.all')}
      columns={columns}
      rows={[...unrealised, ...days.toReversed()]}
      rowsPerClick={rowsPerClick}
      rowKey={({ key }) => key}
    />
  );
};

export const PortfolioView = ({ days, isTable }: { readonly days: Days; readonly isTable: boolean }) => {
  const i18n = useI18n();
  const api = useApi();
  const portfolio = useQuery({ ...portfolioQuery(api, days), placeholderData: keepPreviousData });
  const bots = useQuery(myBotsQuery(api)).data;
  const now = useNow(minuteMs);
  const failure = useFailure(portfolio);
  const { data } = portfolio;
  const points = useMemo(() => portfolioCurveOf(data?.days ?? []), [data]);
  if (data === undefined)
    return failure === null ? (
      <Skeleton height={skeletonHeight} />
    ) : (
      <Banner
        tone="warning"
        role="alert"
        action={<Button onClick={() => void portfolio.refetch()}>{i18n.t('common.retry')}</Button>}
      >
        {errorText(i18n, failure)}
      </Banner>
    );
  const to = Date.parse(data.to) + dayMs;
  // The positions of now belong to no range that ended before.
  const open = now > to ? null : openResultOf(data, bots ?? []);
  return isTable ? (
    <PortfolioTable points={points} open={open} />
  ) : (
    <HistoryChart points={points} from={Date.parse(data.from)} to={to} open={open} />
  );
};
