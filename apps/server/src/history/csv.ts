// CSV according to RFC 4180: quoted where needed, lines end with CR LF, and safe against CSV injection.

/**
 * Returns one file: a header and its rows. A text that begins like a formula, also with full-width characters, gets an
 * apostrophe. Numbers are not changed.
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
