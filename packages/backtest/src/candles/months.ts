// Splits candles into calendar months (UTC), joins months to one series, and finds a tick size that several months share.
import { decimalOf, type Decimal } from '@rondo/decimal';
import { changeTick } from './change-tick.ts';
import { cellAt, makeColumns, type CandleColumns } from './columns.ts';

/** The candles of one month. `month` is for example `2026-10`. */
export type MonthOfCandles = { readonly month: string; readonly columns: CandleColumns };

/** Candles with the tick size of their prices. */
export type CandlesInTicks = { readonly columns: CandleColumns; readonly tickSz: Decimal };

const columnNames = ['at', 'open', 'high', 'low', 'close'] as const;

const dayMs = 86_400_000;
/** The days from 0000-03-01 to 1970-01-01, and of 400, 100, 4 and 1 years in the Gregorian calendar. A year begins on March 1 here, so that a leap day is its last day. */
const epochDays = 719_468;
const eraDays = 146_097;
const centuryDays = 36_524;
const leapCycleDays = 1_461;
const yearDays = 365;
/** The days of the five months from March to July. The same sequence of lengths begins again in August and in January. */
const fiveMonthDays = 153;

/** Returns the month (UTC) of an instant in epoch ms, for example `2026-10`. */
export function monthOf(at: number): string {
  const days = Math.floor(at / dayMs) + epochDays;
  const era = Math.floor(days / eraDays);
  const day = days - era * eraDays;
  const leapDays =
    Math.floor(day / (leapCycleDays - 1)) - Math.floor(day / centuryDays) + Math.floor(day / (eraDays - 1));
  const year = Math.floor((day - leapDays) / yearDays);
  const dayOfYear = day - (yearDays * year + Math.floor(year / 4) - Math.floor(year / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / fiveMonthDays);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return `${String(era * 400 + year + (month <= 2 ? 1 : 0)).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

/** Returns the first instant of a month and the first instant of the next month, in epoch ms. */
export function monthSpan(month: string): { readonly fromAt: number; readonly toAt: number } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const next = number === 12 ? [year + 1, 1] : [year, number + 1];
  return { fromAt: startOf(year, number), toAt: startOf(next[0] ?? 0, next[1] ?? 1) };
}

function startOf(year: number, month: number): number {
  const counted = month <= 2 ? year - 1 : year;
  const fromMarch = month <= 2 ? month + 9 : month - 3;
  const leapDays = Math.floor(counted / 4) - Math.floor(counted / 100) + Math.floor(counted / 400);
  const days = yearDays * counted + leapDays + Math.floor((fiveMonthDays * fromMarch + 2) / 5);
  return (days - epochDays) * dayMs;
}

/** Returns the candles of each month, oldest month first. */
export function splitMonths(columns: CandleColumns): readonly MonthOfCandles[] {
  const months: MonthOfCandles[] = [];
  for (let from = 0; from < columns.at.length;) {
    const month = monthOf(cellAt(columns.at, from));
    const { toAt } = monthSpan(month);
    let to = from;
    while (to < columns.at.length && cellAt(columns.at, to) < toAt) to += 1;
    months.push({ month, columns: sliceColumns(columns, from, to) });
    from = to;
  }
  return months;
}

/** Returns the candles from the index `from` to the index before `to`. */
export function sliceColumns(columns: CandleColumns, from: number, to: number): CandleColumns {
  const { at, open, high, low, close } = columns;
  return {
    at: at.slice(from, to),
    open: open.slice(from, to),
    high: high.slice(from, to),
    low: low.slice(from, to),
    close: close.slice(from, to),
  };
}

/**
 * Returns one series with the candles of all parts. The parts are in time order and do not overlap. The tick size of the series is the largest
 * tick size that divides the tick size of every part. Returns null when a price does not fit a column in this tick size.
 */
export function joinCandles(parts: readonly CandlesInTicks[]): CandlesInTicks | null {
  const tickSz = commonTick(parts.map((part) => part.tickSz));
  const joined = makeColumns(parts.reduce((sum, { columns }) => sum + columns.at.length, 0));
  let place = 0;
  for (const part of parts) {
    const changed = changeTick(part.columns, part.tickSz, tickSz);
    if (!changed.ok) return null;
    for (const name of columnNames) joined[name].set(changed.columns[name], place);
    place += part.columns.at.length;
  }
  return { columns: joined, tickSz };
}

/** Returns the largest tick size that divides every given tick size. Returns 1 for an empty list. */
function commonTick(ticks: readonly Decimal[]): Decimal {
  const scale = Math.max(0, ...ticks.map((tick) => tick.scale));
  const units = ticks.map((tick) => tick.units * 10n ** BigInt(scale - tick.scale));
  return units.length === 0 ? decimalOf(1n) : decimalOf(units.reduce(greatestDivisor), scale);
}

/** Returns the number of candles of the interval that are missing between the first and the last candle. */
export function countMissing({ at }: Pick<CandleColumns, 'at'>, intervalMs: number): number {
  if (at.length === 0) return 0;
  return Math.round((cellAt(at, at.length - 1) - cellAt(at, 0)) / intervalMs) + 1 - at.length;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}
