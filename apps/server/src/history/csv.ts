// CSV as RFC 4180 has it: quoted where needed, lines ended by CR LF, and no cell that a spreadsheet would run.

/** One file: a header and its rows. Texts that begin like a formula, in wide letters too, are disarmed; numbers are given as numbers' texts. */
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
