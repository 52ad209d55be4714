// Reads the rows of a recorded CSV file. It checks the header, and a fault contains the number of its line.

/** A fault and its line number, counted from 1. */
export type LineRefusal = { readonly line: number; readonly reason: string };

/** The form of a file: the allowed header lines, the largest number of rows, and the noun for a row in messages. */
export type CsvShape = { readonly headers: readonly string[]; readonly maxRows: number; readonly noun: string };

/** Returns the number of lines below the header. Blank lines at the end are not counted. */
export function countRows(text: string): number {
  const end = text.trimEnd().length;
  let rows = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) rows += 1;
  return rows;
}

/** Passes the cells of each row to `visit`, which returns a fault or null. Returns the first fault, or null when no row has a fault. */
export function visitRows(
  text: string,
  shape: CsvShape,
  visit: (cells: readonly string[], row: number) => string | null,
): LineRefusal | null {
  const header = firstLine(text);
  if (text.trim() === '') return { line: 1, reason: 'the file is empty' };
  if (!shape.headers.includes(header)) {
    return { line: 1, reason: `the header is "${header.slice(0, 80)}" and must be ${quoted(shape.headers)}` };
  }
  const rows = countRows(text);
  if (rows === 0) return { line: 2, reason: `there is no ${shape.noun} below the header` };
  if (rows > shape.maxRows) return { line: shape.maxRows + 2, reason: `more than ${shape.maxRows} ${shape.noun}s` };
  const width = header.split(',').length;
  let start = text.indexOf('\n') + 1;
  for (let row = 0; row < rows; row += 1) {
    const line = lineFrom(text, start);
    const cells = line.text.split(',');
    const reason = cells.length === width ? visit(cells, row) : `${cells.length} columns, and the header has ${width}`;
    if (reason !== null) return { line: row + 2, reason };
    start = line.next;
  }
  return null;
}

/** Returns a cell of a row. Returns an empty text when the index is outside the row. */
export function textAt(cells: readonly string[], index: number): string {
  return cells[index] ?? '';
}

/** Returns the first line without the byte order mark. */
function firstLine(text: string): string {
  return lineFrom(text, 0).text.replace(/^\uFEFF/, '');
}

function lineFrom(text: string, start: number): { readonly text: string; readonly next: number } {
  const found = text.indexOf('\n', start);
  const end = found < 0 ? text.length : found;
  return { text: text.slice(start, text[end - 1] === '\r' ? end - 1 : end), next: end + 1 };
}

function quoted(headers: readonly string[]): string {
  return headers.map((header) => `"${header}"`).join(' or ');
}
