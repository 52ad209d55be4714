// The results of finished bots by the UTC day on which they ended, in months of weeks. All sums are exact.
import { add, decimal, formatDecimal, zero } from '@rondo/decimal';
import type { HistoryItem } from '@rondo/contract';
import { weeksOf } from './weeks.ts';

/** One day: `day` is YYYY-MM-DD. `total` is the sum in USDT, or null when no bot ended. `strength` is its size compared with the largest day, 0 to 1. */
export type ResultDay = {
  readonly day: string;
  readonly total: string | null;
  readonly bots: number;
  readonly strength: number;
};

/** A month as YYYY-MM, with the rows of its weeks from Monday to Sunday. A place outside the month or the range is null. */
export type ResultMonth = { readonly month: string; readonly weeks: readonly (readonly (ResultDay | null)[])[] };

const dayMs = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Returns the months of the range from `from` to `to` (both are days and belong to the range), oldest first. */
export const resultMonths = (
  items: readonly HistoryItem[],
  { from, to }: { readonly from: string; readonly to: string },
): readonly ResultMonth[] => {
  const byDay = new Map<string, readonly HistoryItem[]>();
  for (const item of items) {
    const day = dayOf(Date.parse(item.ended_at));
    byDay.set(day, [...(byDay.get(day) ?? []), item]);
  }
  const totals = new Map(
    [...byDay].map(([day, ended]) => [day, ended.reduce((sum, item) => add(sum, decimal(item.total_profit)), zero)]),
  );
  const largest = Math.max(0, ...[...totals.values()].map((total) => Math.abs(Number(formatDecimal(total)))));
  const days = Array.from({ length: Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1 }, (_, index) =>
    dayOf(Date.parse(from) + index * dayMs),
  ).map((day): ResultDay => {
    const total = totals.get(day);
    const text = total === undefined ? null : formatDecimal(total);
    const strength = text === null || largest === 0 ? 0 : Math.abs(Number(text)) / largest;
    return { day, total: text, bots: byDay.get(day)?.length ?? 0, strength };
  });
  const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))];
  return months.map((month) => ({
    month,
    weeks: weeksOf(
      days.filter(({ day }) => day.startsWith(month)),
      ({ day }) => day,
    ),
  }));
};
