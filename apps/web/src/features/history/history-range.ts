// The range of days the history shows: its presets, its default, and what is wrong with a choice.
import { contractLimits } from '@rondo/contract';
import { dayText, dayTextBefore } from '../../lib/format.ts';

export type HistoryRange = { readonly from: string; readonly to: string };

export const rangePresets = ['7', '30', '90'] as const;
export type RangePreset = (typeof rangePresets)[number];

/** Specification, section 2: the last 30 days. */
export const defaultPreset: RangePreset = '30';

const dayMs = 86_400_000;

export const presetRange = (days: number, now: number): HistoryRange => ({
  from: dayTextBefore(now, days),
  to: dayText(now),
});

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
