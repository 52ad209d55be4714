// The text format of PostgreSQL's COPY, in which a backup contains the rows: one line per row, a tab between two cells, and \N for null.

/** The text of a cell, or null. */
export type Cell = string | null;

const escapes: Readonly<Record<string, string>> = { '\\': '\\', n: '\n', r: '\r', t: '\t' };

/** Returns the cells of each row. Each row ends with a line feed. */
export function parseCopyText(text: string): readonly (readonly Cell[])[] {
  const lines = text.split('\n');
  lines.pop(); // The text after the last line feed is empty.
  return lines.map((line) => line.split('\t').map(readCell));
}

function readCell(cell: string): Cell {
  if (cell === '\\N') return null;
  return cell.includes('\\') ? cell.replace(/\\(.)/g, (whole, sign: string) => escapes[sign] ?? whole) : cell;
}

/**
 * Returns an SQL expression for the text of a row. The driver can wait for ever at the end of `copy ... to stdout` (issues 499 and 917 of the driver), so the backup
 * selects the same text. `columns` are column names, and `isPlain` is true for types whose text has no character that COPY escapes.
 */
export function copyLineExpression(columns: readonly { readonly name: string; readonly isPlain: boolean }[]): string {
  const cells = columns.map(({ name, isPlain }) => {
    const text = `${quoteName(name)}::text`;
    return `coalesce(${isPlain ? text : escaped(text)}, E'\\\\N')`;
  });
  return `concat_ws(E'\\t', ${cells.join(', ')}) || E'\\n'`;
}

/** Returns the name as a quoted identifier of SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function escaped(text: string): string {
  const pairs = [
    ['\\\\', '\\\\\\\\'],
    ['\\n', '\\\\n'],
    ['\\r', '\\\\r'],
    ['\\t', '\\\\t'],
  ];
  return pairs.reduce((inner, [from, to]) => `replace(${inner}, E'${from}', E'${to}')`, text);
}
