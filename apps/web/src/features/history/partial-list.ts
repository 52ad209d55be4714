// What the page knows of a range with more bots than one response lists.
import { decimal, formatDecimal, subtract, sumDecimals } from '@rondo/decimal';
import type { HistoryList } from '@rondo/contract';
import { dayMs } from './day-ms.ts';

type List = Pick<HistoryList, 'items' | 'total' | 'total_profit' | 'from' | 'to'>;

export const isPartial = ({ items, total }: Pick<List, 'items' | 'total'>): boolean => total > items.length;

/** Returns the sum in USDT of the bots that are not in the list. They ended before those in the list. */
export const unlistedSum = (list: List): string => {
  if (!isPartial(list)) return '0';
  const listed = sumDecimals(list.items.map(({ total_profit: profit }) => decimal(profit)));
  return formatDecimal(subtract(decimal(list.total_profit), listed));
};

/** Returns the UTC days of the range whose bots are all in the list. Both days belong to the range. */
export const completeDays = (list: List): { readonly from: string; readonly to: string } => {
  if (!isPartial(list)) return list;
  const oldest = list.items.reduce((first, { ended_at: at }) => (at < first ? at : first), list.to);
  const next = Date.parse(oldest.slice(0, 10)) + dayMs;
  return { from: new Date(next).toISOString().slice(0, 10), to: list.to };
};
