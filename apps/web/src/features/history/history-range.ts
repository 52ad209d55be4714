// The date range of the history: presets, default, and validation.
import { contractLimits } from '@rondo/contract';
import { dayText } from '../../lib/numbers/format.ts';
import { dayMs } from './day-ms.ts';

export type HistoryRange = { readonly from: string; readonly to: string };

export const rangePresets = ['7', '30', '90'] as const;
export type RangePreset = (typeof rangePresets)[number];

/** The default range is the last 30 days (specification 2). */
export const defaultPreset: RangePreset = '30';

/** Returns the later of the local day and the UTC day, because the server counts days in UTC. Format YYYY-MM-DD. */
export const lastDay = (now: number): string => {
  const utcDay = new Date(now).toISOString().slice(0, 10);
  const localDay = dayText(now);
  return utcDay > localDay ? utcDay : localDay;
};

/** Returns the range of the last `days` days, including today. */
export const presetRange = (days: number, now: number): HistoryRange => {
  const to = lastDay(now);
  const from = new Date(Date.parse(to) - (days - 1) * dayMs).toISOString().slice(0, 10);
  return { from, to };
};

/** Returns the preset that equals the range, or '' when no preset equals the range. */
export const presetOf = (range: HistoryRange, now: number): RangePreset | '' =>
  rangePresets.find((preset) => {
    const candidate = presetRange(Number(preset), now);
    return candidate.from === range.from && candidate.to === range.to;
  }) ?? '';

export type RangeProblem = 'missing' | 'reversed' | 'long' | null;

/** Returns the problem of a range, or null when the range is valid. Both ends must be days in the format YYYY-MM-DD and in order, and the range has at most `historyDays` days. */
export const rangeProblem = (range: HistoryRange): RangeProblem => {
  const from = Date.parse(range.from);
  const to = Date.parse(range.to);
  if (Number.isNaN(from) || Number.isNaN(to)) return 'missing';
  if (from > to) return 'reversed';
  return (to - from) / dayMs + 1 > contractLimits.historyDays ? 'long' : null;
};
