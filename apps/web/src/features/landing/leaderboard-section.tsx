// The leaderboard with the number of participants, the number of losing accounts and the median result.
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n-context.tsx';
import type { Parsed } from '../../lib/parsers.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { Table } from '../../ui/figures/table.tsx';
import { parseLeaderboard, usePublic } from './public-responses.ts';

type Board = Parsed<typeof parseLeaderboard>;
const waitingHeight = 620;
/** The largest width of a bar in px. Without this limit the bars would be very wide when there are only a few accounts. */
const widestBar = 64;

/** Returns the part of a symbol before the first dash (specification 3). */
const baseOf = (symbol: string): string => symbol.split('-')[0] ?? symbol;

/** The table of the best accounts. When none of them has a running bot, a sentence says so instead of a column without content. */
const Rows = ({ board }: { readonly board: Board }) => {
  const t = useT();
  const format = useFormat();
  const rows = board.items.map((item, index) => ({ ...item, rank: index + 1 }));
  const isRunning = rows.some((row) => row.active_bots.length > 0);
  const position = {
    key: 'position',
    head: t('landing.board.position'),
    align: 'end',
    cell: ({ active_bots: bots }: Board['items'][number]) =>
      bots.length === 0
        ? t('common.none')
        : format.list(bots.map((bot) => t('landing.board.round', { symbol: baseOf(bot.symbol), round: bot.round }))),
  } as const;
  return (
    <>
      <Table
        caption={t('landing.board')}
        rows={rows}
        rowKey={(row) => String(row.rank)}
        columns={[
          { key: 'rank', head: '#', cell: (row) => row.rank },
          { key: 'name', head: t('landing.board.name'), isName: true, cell: (row) => row.initials },
          {
            key: 'profit',
            head: t('landing.board.profit'),
            align: 'end',
            cell: (row) => <SignedFigure text={format.signedMoney(row.total_profit_30d)} />,
          },
          {
            key: 'days',
            head: t('landing.board.days'),
            align: 'end',
            cell: (row) => format.count(row.active_days_30d),
          },
          ...(isRunning ? [position] : []),
          {
            key: 'symbols',
            head: t('landing.board.symbols'),
            align: 'end',
            cell: (row) => format.list(row.created_symbols.map(baseOf)),
          },
        ]}
      />
      {isRunning ? null : <p className="muted">{t('landing.board.noPosition')}</p>}
    </>
  );
};

/** A bar chart with one bar per account. The account with the lowest result is first. Losses are below the zero line. The five best accounts are marked, and a line in the middle marks the median. */
const Bars = ({ board }: { readonly board: Board }) => {
  const t = useT();
  const format = useFormat();
  const results = board.results.map(Number);
  const high = Math.max(0, ...results);
  const span = high - Math.min(0, ...results) || 1;
  const percent = (part: number): string => `${(part / span) * 100}%`;
  return (
    <figure className="landing-bars">
      <div aria-hidden="true" style={{ maxWidth: results.length * widestBar }}>
        {results.map((result, index) => (
          // The list is fetched once and its order does not change, so the index can be the React key.
          <i
            key={index}
            data-tone={result < 0 ? 'loss' : index >= results.length - board.items.length ? 'top' : 'gain'}
            style={{ top: percent(high - Math.max(0, result)), height: percent(Math.abs(result)) }}
          />
        ))}
        <b>
          <span>
            {t('landing.board.median')} {format.signedMoney(board.denominators.median_profit_30d)}
          </span>
        </b>
        <hr style={{ top: percent(high) }} />
      </div>
      <figcaption className="muted">{t('landing.board.bars')}</figcaption>
    </figure>
  );
};

const LoadedBoard = ({ board }: { readonly board: Board }) => {
  const t = useT();
  const format = useFormat();
  const { accounts, lost, median_profit_30d: median } = board.denominators;
  if (accounts === 0) return <p>{t('landing.board.empty')}</p>;
  return (
    <>
      <div className="landing-board-head">
        <p className="muted">{t('landing.board.updated', { time: format.time(board.updated_at) })}</p>
        {board.items.some((item) => item.simulated) ? (
          <span className="simulated">{t('landing.board.simulated')}</span>
        ) : null}
      </div>
      <div className="landing-statements">
        <p>{t('landing.board.top', { shown: board.items.length, accounts })}</p>
        <p>{t('landing.board.lost', { lost, accounts, median: format.signedMoney(median) })}</p>
      </div>
      <Bars board={board} />
      <Rows board={board} />
    </>
  );
};

export const LeaderboardSection = () => {
  const t = useT();
  const { loaded, retry } = usePublic('leaderboard', parseLeaderboard);
  const content: Readonly<Record<typeof loaded.kind, () => ReactNode>> = {
    loading: () => <Skeleton height={waitingHeight} />,
    failed: () => (
      <Banner tone="warning" action={<Button onClick={retry}>{t('common.retry')}</Button>}>
        {t('landing.board.failed')}
      </Banner>
    ),
    loaded: () => (loaded.kind === 'loaded' ? <LoadedBoard board={loaded.value} /> : null),
  };
  return (
    <section className="page landing-section landing-board" aria-labelledby="board">
      <h2 id="board">{t('landing.board')}</h2>
      {content[loaded.kind]()}
    </section>
  );
};
