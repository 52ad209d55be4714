// The history of the demo: the rounds of the replay, newest first.
import { useState } from 'react';
import type { ReplayedRound } from '@rondo/backtest';
import { useT } from '../../i18n/i18n-context.tsx';
import { durationText } from '../../lib/numbers/duration-text.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Button } from '../../ui/basics/button.tsx';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import { Table, type Column } from '../../ui/figures/table.tsx';
import { explained } from '../../ui/figures/explained-head.tsx';
import type { ShownRun } from './use-demo.ts';

/** The number of rounds at first, and of the rounds that a click adds. */
const roundsPerClick = 50;

const endKeys = {
  exit: 'demo.history.exit',
  stop: 'demo.history.stop',
  liquidation: 'demo.history.liquidation',
} as const;

export const DemoHistory = ({ shown }: { readonly shown: ShownRun | null }) => {
  const t = useT();
  const format = useFormat();
  const [visibleCount, setVisibleCount] = useState(roundsPerClick);
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
    <section className="card card-pad stack" aria-label={t('demo.tab.history')}>
      {rounds.length === 0 ? <p className="muted">{t('demo.history.none')}</p> : null}
      <Table
        caption={t('demo.tab.history')}
        columns={columns}
        rows={rounds.slice(0, visibleCount)}
        rowKey={(round) => String(round.to)}
      />
      {rounds.length > visibleCount ? (
        <>
          <p>{t('demo.history.partial', { shown: format.count(visibleCount), total: format.count(rounds.length) })}</p>
          <Button variant="ghost" onClick={() => setVisibleCount(visibleCount + roundsPerClick)}>
            {t('demo.history.more')}
          </Button>
        </>
      ) : null}
      <p className="muted small">{t('demo.source')}</p>
    </section>
  );
};
