// A table that begins with few rows. A click adds as many rows again.
import { useState, type ReactNode } from 'react';
import { useT } from '../../i18n/i18n-context.tsx';
import { Button } from '../basics/button.tsx';
import { Table, type TableProps } from './table.tsx';

export type LongTableProps<Row> = TableProps<Row> & {
  /** The number of rows at first, and of the rows that a click adds. */
  readonly rowsPerClick: number;
  /** Returns what is said below the table while it has more rows than the visible ones. */
  readonly partNote?: (visibleCount: number) => ReactNode;
};

export const LongTable = <Row,>({ rows, rowsPerClick, partNote, ...table }: LongTableProps<Row>) => {
  const t = useT();
  const [visibleCount, setVisibleCount] = useState(rowsPerClick);
  return (
    <>
      <Table {...table} rows={rows.slice(0, visibleCount)} />
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
