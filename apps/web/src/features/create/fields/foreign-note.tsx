// The warning of the form and of the review about open positions that no bot manages.
import type { ForeignPositionWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Banner } from '../../../ui/basics/banner.tsx';

export type ForeignNoteProps = {
  readonly positions: readonly ForeignPositionWire[];
  /** The sum of the margins of the positions in USDT. */
  readonly margin: string;
};

/** The note of an account without such a position. */
export const noForeign: ForeignNoteProps = { positions: [], margin: '0' };

export const ForeignNote = ({ positions, margin }: ForeignNoteProps) => {
  const t = useT();
  const format = useFormat();
  if (positions.length === 0) return null;
  const symbols = [...new Set(positions.map(({ symbol }) => symbol))].join(', ');
  return (
    <Banner tone="warning" role="status">
      {t('create.foreign', { symbols, margin: format.money(margin) })}
    </Banner>
  );
};
