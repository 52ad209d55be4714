// A table from columns and rows. `align` aligns the cells of a column. The default is the start of the line.
import type { ReactNode } from 'react';

export type Column<Row> = {
  readonly key: string;
  readonly head: string;
  /** The button beside the head that explains its term. The landing page has none, so the table does not import its code. */
  readonly explanation?: ReactNode;
  readonly align?: 'start' | 'end';
  /** True for the column whose cells name the rows. */
  readonly isName?: boolean;
  readonly cell: (row: Row) => ReactNode;
};

export type TableProps<Row> = {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
};

export const Table = <Row,>({ caption, columns, rows, rowKey }: TableProps<Row>) => (
  <div className="table-scroll" tabIndex={0} role="group" aria-label={caption}>
    {/* The attributes repeat the roles of the elements, because some browsers drop the roles when a narrow window displays the rows as blocks. */}
    <table className="table" role="table">
      <caption className="hidden-text">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} role="columnheader" scope="col" data-align={column.align ?? 'start'}>
              {column.head}
              {column.explanation}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) =>
              column.isName === true ? (
                <th key={column.key} role="rowheader" scope="row">
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.key} role="cell" data-head={column.head} data-align={column.align ?? 'start'}>
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
