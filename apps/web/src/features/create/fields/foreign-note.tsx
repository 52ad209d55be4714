// The warning of the form and of the review about open positions that no bot manages: their figures, what they do to the bots, and what to do.
import { useQuery } from '@tanstack/react-query';
import type { ForeignPositionWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { instrumentsQuery } from '../../../api/queries/queries.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Pairs } from '../../../ui/figures/stat.tsx';
import { PositionName, usePositionFacts } from '../../bots/positions/position-facts.tsx';

export type ForeignNoteProps = {
  readonly positions: readonly ForeignPositionWire[];
  /** The sum of the margins of the positions in USDT. */
  readonly margin: string;
};

/** The note of an account without such a position. */
export const noForeign: ForeignNoteProps = { positions: [], margin: '0' };

const Positions = ({ positions }: Pick<ForeignNoteProps, 'positions'>) => {
  const instruments = useQuery(instrumentsQuery(useApi())).data?.items ?? [];
  const factsOf = usePositionFacts();
  return (
    <ul className="foreign-note">
      {positions.map((position) => {
        const { size, pnl, liquidation } = factsOf(
          position,
          instruments.find(({ instId }) => instId === position.symbol),
        );
        return (
          <li key={`${position.symbol} ${position.side}`}>
            <PositionName position={position} />
            <Pairs pairs={[size, pnl, liquidation]} />
          </li>
        );
      })}
    </ul>
  );
};

/** The figures change with the price, so the note is not a live region. */
export const ForeignNote = ({ positions, margin }: ForeignNoteProps) => {
  const t = useT();
  const format = useFormat();
  if (positions.length === 0) return null;
  const symbols = [...new Set(positions.map(({ symbol }) => symbol))].join(', ');
  return (
    <Banner tone="warning">
      {t('create.foreign', { symbols, margin: format.money(margin) })}
      <Positions positions={positions} />
    </Banner>
  );
};
