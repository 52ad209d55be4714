// The results of finished bots by the UTC day on which they ended, in months of weeks. All sums are exact.
import { add, decimal, formatDecimal, zero } from '@rondo/decimal';
import type { HistoryItem } from '@rondo/contract';
import { isKept } from '../kept.ts';
import { weeksOf } from './weeks.ts';
import { dayMs } from '../day-ms.ts';

/** The bots that ended on a day: their sum in USDT and their number. */
export type DaySum = { readonly total: string; readonly bots: number };

/**
 * One day: `day` is YYYY-MM-DD. `closed` is the sum of the bots without a position at their end, and `kept` the realised part of the bots whose position was kept,
 * which is neither a gain nor a loss. Each is null without such a bot. `strength` is the size of `closed` compared with the largest day, 0 to 1.
 */
export type ResultDay = {
  readonly day: string;
  readonly closed: DaySum | null;
  readonly kept: DaySum | null;
  readonly strength: number;
};

/** A month as YYYY-MM, with the rows of its weeks from Monday to Sunday. A place outside the month or the range is null. */
export type ResultMonth = { readonly month: string; readonly weeks: readonly (readonly (ResultDay | null)[])[] };

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const sumOf = (items: readonly HistoryItem[]): DaySum | null =>
  items.length === 0
    ? null
    : {
        total: formatDecimal(items.reduce((sum, item) => add(sum, decimal(item.total_profit)), zero)),
        bots: items.length,
      };

const sizeOf = (sum: DaySum | null): number => Math.abs(Number(sum?.total ?? 0));

/** Returns the months of the range from `from` to `to` (both are days and belong to the range), oldest first. */
export const resultMonths = (
  items: readonly HistoryItem[],
  { from, to }: { readonly from: string; readonly to: string },
): readonly ResultMonth[] => {
  const byDay = new Map<string, HistoryItem[]>();
  for (const item of items) {
    const day = dayOf(Date.parse(item.ended_at));
    const ended = byDay.get(day);
    if (ended === undefined) byDay.set(day, [item]);
    else ended.push(item);
  }
  const sums = Array.from({ length: Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1 }, (_, index) => {
    const day = dayOf(Date.parse(from) + index * dayMs);
    const ended = byDay.get(day) ?? [];
    return { day, closed: sumOf(ended.filter((item) => !isKept(item))), kept: sumOf(ended.filter(isKept)) };
  });
  const largest = Math.max(0, ...sums.map(({ closed }) => sizeOf(closed)));
  const days = sums.map((sum): ResultDay => ({ ...sum, strength: largest === 0 ? 0 : sizeOf(sum.closed) / largest }));
  const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))];
  return months.map((month) => ({
    month,
    weeks: weeksOf(
      days.filter(({ day }) => day.startsWith(month)),
      ({ day }) => day,
    ),
  }));
};
