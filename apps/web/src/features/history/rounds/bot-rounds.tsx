// The rounds of a bot that have ended, the newest first. Each round can be shared as a picture.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { BotRoundWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import type { ApiClient } from '../../../api/calls/client.ts';
import { queryKeys } from '../../../api/queries/query-keys.ts';
import { useFailure } from '../../../api/queries/use-failure.ts';
import { errorText } from '../../../api/texts/error-text.ts';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { LongTable } from '../../../ui/figures/long-table.tsx';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import type { Column } from '../../../ui/figures/table.tsx';
import { ShareRoundButton } from '../../share/share-button.tsx';
import type { RoundOwner } from '../../share/share-texts.ts';
import { endStyle } from '../end-reason.ts';
import { Profit } from '../profit.tsx';

/** The number of rows at first, and of the rows that a click adds. */
const rowsPerClick = 10;

const roundsQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: queryKeys.rounds(id),
    queryFn: ({ signal }) => api.call('botRounds', { params: { id }, signal }),
  });

export type BotRoundsProps = {
  readonly bot: RoundOwner;
  /** The time between two requests in ms for a running bot. */
  readonly every?: number;
};

export const BotRounds = ({ bot, every }: BotRoundsProps) => {
  const i18n = useI18n();
  const { t } = i18n;
  const format = useFormat();
  const rounds = useQuery({ ...roundsQuery(useApi(), bot.id), refetchInterval: every ?? false });
  const failure = useFailure(rounds);
  if (failure !== null) return <Banner tone="warning">{errorText(i18n, failure)}</Banner>;
  if (rounds.data === undefined) return <Skeleton height={160} />;
  if (rounds.data.items.length === 0) return null;
  const columns: readonly Column<BotRoundWire>[] = [
    { key: 'round', head: t('history.round'), isName: true, cell: ({ round }) => format.count(round) },
    { key: 'ended', head: t('history.completed'), cell: (round) => format.dayAndTime(round.ended_at) },
    { key: 'end', head: t('history.endedBy'), cell: (round) => t(endStyle(round.end_reason).key) },
    { key: 'cycles', head: t('history.cycles'), align: 'end', cell: (round) => format.count(round.cycles) },
    {
      key: 'profit',
      head: t('history.profit'),
      align: 'end',
      cell: ({ net_pnl: net, end_reason: reason }) => <Profit item={{ total_profit: net, end_reason: reason }} />,
    },
    {
      key: 'share',
      head: t('history.picture'),
      align: 'end',
      cell: (round) => <ShareRoundButton bot={bot} round={round} />,
    },
  ];
  return (
    <>
      <h3>{t('history.rounds')}</h3>
      <LongTable
        caption={t('history.rounds')}
        columns={columns}
        rows={rounds.data.items}
        rowsPerClick={rowsPerClick}
        rowKey={({ round }) => String(round)}
      />
      {rounds.data.total > rounds.data.items.length ? (
        <p className="muted small">
          {t('history.partial', { shown: rounds.data.items.length, total: rounds.data.total })}
        </p>
      ) : null}
    </>
  );
};
