// Writes CSV according to RFC 4180. Values are quoted when necessary, lines end with CR LF, and a spreadsheet does not run a value as a formula.

/**
 * Returns one file with a header and rows. When a text begins with a formula character or its full-width form, the text gets an
 * apostrophe at the front. Numbers are not changed.
 */
export function toCsv(columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const lines = rows.map((row) => row.map(cell).join(','));
  return [columns.join(','), ...lines, ''].join('\r\n');
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  const safe = !isNumber && /^[=+\-@\t＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
