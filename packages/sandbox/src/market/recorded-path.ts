// A recorded candle file or trade file as a price path. The path of a rising candle is open, low, high, close. The path of a falling candle is open, high,
// low, close.
import type { Instrument } from './instruments.ts';
import { parseBaseUnits } from '../base-units.ts';
import type { PricePath } from './price-path.ts';

/** A price path from a file, with the width of its candles in milliseconds (0 for trades). */
export interface RecordedPath extends PricePath {
  readonly candleMs: number;
  readonly rows: number;
  /** Returns the start time of a row. A row number outside the file gives the first or the last row. */
  rowAt(row: number): number;
  /** Returns the row that contains a time. */
  rowOf(at: number): number;
}

/** The refusal of a file: the line and the reason. */
export interface UnreadableRecording {
  readonly line: number;
  readonly reason: string;
}

/** Parses a text with the columns `ts_ms,open,high,low,close,volume` or `ts_ms,price,qty,buyer_is_maker`. Prices must be multiples of the tick. */
export function readRecording(
  text: string,
  instrument: Instrument,
): { ok: true; path: RecordedPath } | { ok: false; refusal: UnreadableRecording } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const columns = lines[0]?.trim().split(',') ?? [];
  const isCandles = columns.includes('close');
  if (!isCandles && !columns.includes('price'))
    return { ok: false, refusal: { line: 1, reason: 'the header has neither a column "close" nor a column "price"' } };
  const rows: Row[] = [];
  for (const [index, line] of lines.slice(1).entries()) {
    const row = readRow(line, instrument, isCandles);
    if (typeof row === 'string') return { ok: false, refusal: { line: index + 2, reason: row } };
    const before = rows.at(-1);
    if (before && row.at < before.at)
      return {
        ok: false,
        refusal: { line: index + 2, reason: 'the time is earlier than the time of the previous row' },
      };
    rows.push(row);
  }
  if (rows.length < 2)
    return { ok: false, refusal: { line: lines.length, reason: 'the file has fewer than two rows' } };
  return { ok: true, path: toPath(rows, isCandles) };
}

interface Row {
  readonly at: number;
  readonly prices: readonly number[];
  readonly contracts: number;
}

function readRow(line: string, instrument: Instrument, isCandles: boolean): Row | string {
  const cells = line.trim().split(',');
  const at = Number(cells[0]);
  if (!Number.isSafeInteger(at)) return 'the time is not a whole number of milliseconds';
  const prices: number[] = [];
  for (const cell of cells.slice(1, isCandles ? 5 : 2)) {
    const price = parseBaseUnits(cell);
    if (price === undefined || price <= 0n) return `${cell} is not a price`;
    if (price % instrument.tick !== 0n) return `${cell} is not a multiple of the tick ${instrument.tickSz}`;
    prices.push(Number(price / instrument.tick));
  }
  const contracts = Number(cells[isCandles ? 5 : 2] ?? 0) / Number(instrument.ctVal);
  if (!isCandles) return { at, prices, contracts };
  const [open = 0, high = 0, low = 0, close = 0] = prices;
  if (high < Math.max(open, close) || low > Math.min(open, close))
    return 'the open or close price is not between the low and the high';
  return { at, prices: close >= open ? [open, low, high, close] : [open, high, low, close], contracts };
}

function toPath(rows: readonly Row[], isCandles: boolean): RecordedPath {
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) throw new Error('the recording has no rows');
  const candleMs = isCandles ? smallestGap(rows) : 0;
  const times: number[] = [];
  const ticks: number[] = [];
  for (const row of rows) {
    // The close is one millisecond before the next row starts, so the window [start, next start) contains the whole candle.
    const offsets = isCandles ? [0, Math.floor(candleMs / 3), Math.floor((2 * candleMs) / 3), candleMs - 1] : [0];
    for (const [corner, offset] of offsets.entries()) {
      times.push(row.at + offset);
      ticks.push(row.prices[corner] ?? 0);
    }
  }
  const rowTimes = rows.map((row) => row.at);
  const totals = [0];
  for (const row of rows) totals.push((totals.at(-1) ?? 0) + row.contracts);
  const endAt = times.at(-1) ?? last.at;
  const volumeUntil = (at: number): number => {
    const row = lastAtOrBefore(rowTimes, at);
    if (row < 0) return 0;
    const share = candleMs === 0 ? 1 : Math.min(1, (at - (rowTimes[row] ?? at)) / candleMs);
    return (totals[row] ?? 0) + (rows[row]?.contracts ?? 0) * share;
  };
  return {
    isRecorded: true,
    startAt: first.at,
    endAt,
    candleMs,
    rows: rows.length,
    rowAt: (row) => rowTimes[Math.max(0, Math.min(rows.length - 1, row))] ?? first.at,
    rowOf: (at) => Math.max(0, lastAtOrBefore(rowTimes, at)),
    priceAt: (at) => {
      const corner = Math.max(0, lastAtOrBefore(times, at));
      const left = ticks[corner] ?? 0;
      const next = corner + 1;
      if (!isCandles || next >= times.length || at <= (times[corner] ?? 0)) return left;
      const span = (times[next] ?? 0) - (times[corner] ?? 0);
      return Math.round(left + (((ticks[next] ?? left) - left) * (at - (times[corner] ?? 0))) / span);
    },
    corners: (from, to, visit) => {
      for (
        let corner = lastAtOrBefore(times, from) + 1;
        corner < times.length && (times[corner] ?? 0) <= to;
        corner += 1
      ) {
        visit(ticks[corner] ?? 0, times[corner] ?? 0);
      }
    },
    volumeBetween: (from, to) => Math.max(0, volumeUntil(to) - volumeUntil(from)),
  };
}

function smallestGap(rows: readonly Row[]): number {
  let gap = Number.POSITIVE_INFINITY;
  for (let index = 1; index < rows.length; index += 1) {
    const between = (rows[index]?.at ?? 0) - (rows[index - 1]?.at ?? 0);
    if (between > 0 && between < gap) gap = between;
  }
  return Number.isFinite(gap) ? gap : 60_000;
}

// Returns the index of the last time that is not later than `at`, or -1.
function lastAtOrBefore(times: readonly number[], at: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
