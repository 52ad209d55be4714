// The warning of the form and of the review about open positions that no bot manages: their figures, what they do to the bots, and what to do.
import { Suspense } from 'react';
import type { ForeignPositionWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';
import { Banner } from '../../../ui/basics/banner.tsx';

/** The code of the figures is loaded only when the account has such a position. */
const PositionList = lazyComponent(async () => (await import('../../bots/positions/position-list.tsx')).PositionList);

export type ForeignNoteProps = {
  readonly positions: readonly ForeignPositionWire[];
  /** The sum of the margins of the positions in USDT. */
  readonly margin: string;
};

/** The note of an account without such a position. */
export const noForeign: ForeignNoteProps = { positions: [], margin: '0' };

/** The figures change with the price, so the note is not a live region. */
export const ForeignNote = ({ positions, margin }: ForeignNoteProps) => {
  const t = useT();
  const format = useFormat();
  if (positions.length === 0) return null;
  const symbols = format.list([...new Set(positions.map(({ symbol }) => symbol))]);
  return (
    <Banner tone="warning">
      {t('create.foreign', { symbols, margin: format.money(margin) })}
      <Suspense fallback={null}>
        <PositionList positions={positions} />
      </Suspense>
    </Banner>
  );
};
