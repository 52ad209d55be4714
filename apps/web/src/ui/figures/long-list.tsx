// A list that begins with few rows. A click adds as many rows again.
import { useState, type ReactNode } from 'react';
import { useT } from '../../i18n/i18n-context.tsx';
import { Button } from '../basics/button.tsx';

export type LongListProps<Row> = {
  readonly rows: readonly Row[];
  /** The number of rows at first, and of the rows that a click adds. */
  readonly rowsPerClick: number;
  /** Returns what is said below the rows while there are more than the visible ones. */
  readonly partNote?: ((visibleCount: number) => ReactNode) | undefined;
  /** Renders the visible rows. */
  readonly children: (visible: readonly Row[]) => ReactNode;
};

export const LongList = <Row,>({ rows, rowsPerClick, partNote, children }: LongListProps<Row>) => {
  const t = useT();
  const [visibleCount, setVisibleCount] = useState(rowsPerClick);
  return (
    <>
      {children(rows.slice(0, visibleCount))}
      {rows.length > visibleCount ? (
        <>
          {partNote?.(visibleCount)}
          <Button variant="ghost" onClick={() => setVisibleCount(visibleCount + rowsPerClick)}>
            {t('bots.log.more')}
          </Button>
        </>
      ) : null}
    </>
  );
};
