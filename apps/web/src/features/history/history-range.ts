// The range of days the history shows: its presets, its default, and what is wrong with a choice.
import { contractLimits } from '@rondo/contract';
import { dayText } from '../../lib/numbers/format.ts';

export type HistoryRange = { readonly from: string; readonly to: string };

export const rangePresets = ['7', '30', '90'] as const;
export type RangePreset = (typeof rangePresets)[number];

/** Specification 2: the last 30 days. */
export const defaultPreset: RangePreset = '30';

const dayMs = 86_400_000;

/** Today. The server counts days in UTC: where it is tomorrow there already, what just ended is of that day. */
export const lastDay = (now: number): string => {
  const utcDay = new Date(now).toISOString().slice(0, 10);
  const localDay = dayText(now);
  return utcDay > localDay ? utcDay : localDay;
};

/** So many days until today, both ends counted. */
export const presetRange = (days: number, now: number): HistoryRange => {
  const to = lastDay(now);
  const from = new Date(Date.parse(to) - (days - 1) * dayMs).toISOString().slice(0, 10);
  return { from, to };
};

/** The preset that a range is, or '' when it is none of them. */
export const presetOf = (range: HistoryRange, now: number): RangePreset | '' =>
  rangePresets.find((preset) => {
    const candidate = presetRange(Number(preset), now);
    return candidate.from === range.from && candidate.to === range.to;
  }) ?? '';

export type RangeProblem = 'missing' | 'reversed' | 'long' | null;

/** Both ends are days YYYY-MM-DD, in order, at most a year apart. */
export const rangeProblem = (range: HistoryRange): RangeProblem => {
  const from = Date.parse(range.from);
  const to = Date.parse(range.to);
  if (Number.isNaN(from) || Number.isNaN(to)) return 'missing';
  if (from > to) return 'reversed';
  return (to - from) / dayMs + 1 > contractLimits.historyDays ? 'long' : null;
};
