// The list of the stored months of one series of candles. It is the file `months.json` in the folder of the series.

/** Where candles are from: the live exchange, the sandbox, or a file that the operator imported. */
export const candleSources = ['live', 'sandbox', 'imported'] as const;

/**
 * One month of candles in one file. `month` is for example `2026-10` (UTC), instants are the starts of candles in epoch ms, `missing` is the number of candles
 * that are missing between the first and the last candle, and `tickSz` is the tick size of the stored prices. `hash` identifies the content of the file.
 * `isClosed` is true when the month had ended when the file was written.
 */
export type StoredMonth = {
  readonly month: string;
  readonly candles: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly missing: number;
  readonly tickSz: string;
  readonly isClosed: boolean;
  readonly bytes: number;
  readonly hash: string;
};

/** Returns the months of the text, oldest first. Returns an empty list for a damaged text, because the months are then downloaded again. */
export function parseMonths(text: string): readonly StoredMonth[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isMonth) : [];
  } catch {
    return [];
  }
}

/** Returns the list with the month, which replaces an entry of the same month. */
export function withMonth(months: readonly StoredMonth[], month: StoredMonth): readonly StoredMonth[] {
  const others = months.filter((each) => each.month !== month.month);
  return [...others, month].toSorted((a, b) => (a.month < b.month ? -1 : 1));
}

function isMonth(value: unknown): value is StoredMonth {
  if (typeof value !== 'object' || value === null) return false;
  const row: Partial<Record<keyof StoredMonth, unknown>> = value;
  const counts = [row.candles, row.firstAt, row.lastAt, row.missing, row.bytes];
  return (
    typeof row.month === 'string' &&
    /^\d{4}-\d{2}$/.test(row.month) &&
    counts.every((count) => Number.isSafeInteger(count)) &&
    typeof row.tickSz === 'string' &&
    typeof row.isClosed === 'boolean' &&
    typeof row.hash === 'string' &&
    /^[0-9a-f]{16}$/.test(row.hash)
  );
}
