// The history of the demo: the rounds of the replay, newest first.
import type { ReplayedRound } from '@rondo/backtest';
import { TextsOf, useT } from '../../i18n/i18n-context.tsx';
import { durationText } from '../../lib/numbers/duration-text.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { LongTable } from '../../ui/figures/long-table.tsx';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import type { Column } from '../../ui/figures/table.tsx';
import { explained } from '../../ui/figures/explained-head.tsx';
import type { ShownRun } from './use-demo.ts';

/** The number of rows of the table at first, and of the rows that a click adds. */
const rowsPerClick = 50;

const endKeys = {
  exit: 'demo.history.exit',
  stop: 'demo.history.stop',
  liquidation: 'demo.history.liquidation',
} as const;

type DemoHistoryProps = { readonly shown: ShownRun | null };

/** The button of the table is a text of the member pages. */
export const DemoHistory = (props: DemoHistoryProps) => (
  <TextsOf part="member">
    <Rounds {...props} />
  </TextsOf>
);

const Rounds = ({ shown }: DemoHistoryProps) => {
  const t = useT();
  const format = useFormat();
  const rounds = (shown?.run?.list ?? []).toReversed();
  const columns: readonly Column<ReplayedRound>[] = [
    { key: 'at', head: t('demo.history.ended'), isName: true, cell: (round) => format.dayAndTime(round.to) },
    { key: 'lasted', head: t('demo.history.lasted'), align: 'end', cell: ({ from, to }) => durationText(t, to - from) },
    {
      key: 'cycles',
      ...explained(t('replay.cycles'), 'roundsCycles'),
      align: 'end',
      cell: (round) => format.count(round.cycles),
    },
    { key: 'end', head: t('demo.history.end'), cell: (round) => t(endKeys[round.end]) },
    {
      key: 'net',
      ...explained(t('demo.history.net'), 'gainNet'),
      align: 'end',
      cell: (round) => <SignedFigure text={format.signedMoney(round.net)} />,
    },
  ];
  return (
    <section className="card card-pad stack demo-history" aria-label={t('demo.tab.history')}>
      {rounds.length === 0 ? <p className="muted">{t('demo.history.none')}</p> : null}
      <LongTable
        caption={t('demo.tab.history')}
        columns={columns}
        rows={rounds}
        rowsPerClick={rowsPerClick}
        rowKey={(round) => String(round.to)}
        partNote={(shown) => (
          <p>{t('demo.history.partial', { shown: format.count(shown), total: format.count(rounds.length) })}</p>
        )}
      />
    </section>
  );
};
