// Writes finished bots as CSV with UTC times, local times and exact amounts.
import type { HistoryItem } from '@rondo/contract';

const columns = [
  'title',
  'symbol',
  'direction',
  'leverage',
  'martin_steps',
  'cyclic_steps',
  'rounds',
  'cycles',
  'end_reason',
  'ended_at_utc',
  'ended_at_local',
  'total_profit_usdt',
  'simulated',
] as const;

/** Returns a quoted CSV cell. A text that begins with = + - or @ gets an apostrophe at its start, because a spreadsheet would run the text as a formula. */
export const csvCell = (value: string | number | boolean, isText: boolean): string => {
  const text = isText && /^[=+\-@\t]/.test(String(value)) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const historyCsv = (items: readonly HistoryItem[], localTime: (iso: string) => string): string => {
  const rows = items.map((item) =>
    [
      csvCell(item.title, true),
      csvCell(item.symbol, true),
      csvCell(item.direction, true),
      csvCell(item.leverage, false),
      csvCell(item.martin_steps, false),
      csvCell(item.cyclic_steps, false),
      csvCell(item.rounds, false),
      csvCell(item.cycles, false),
      csvCell(item.end_reason, true),
      csvCell(item.ended_at, true),
      csvCell(localTime(item.ended_at), true),
      csvCell(item.total_profit, false),
      csvCell(item.simulated, false),
    ].join(','),
  );
  return [columns.join(','), ...rows, ''].join('\r\n');
};
