// A table that begins with few rows. A click adds as many rows again.
import { LongList, type LongListProps } from './long-list.tsx';
import { Table, type TableProps } from './table.tsx';

export type LongTableProps<Row> = TableProps<Row> & Pick<LongListProps<Row>, 'rowsPerClick' | 'partNote'>;

export const LongTable = <Row,>({ rows, rowsPerClick, partNote, ...table }: LongTableProps<Row>) => (
  <LongList rows={rows} rowsPerClick={rowsPerClick} partNote={partNote}>
    {(visible) => <Table {...table} rows={visible} />}
  </LongList>
);
