// The date range of the history: presets, default, and validation.
import { contractLimits } from '@rondo/contract';
import { dayText } from '../../lib/numbers/format.ts';

export type HistoryRange = { readonly from: string; readonly to: string };

export const rangePresets = ['7', '30', '90'] as const;
export type RangePreset = (typeof rangePresets)[number];

/** Specification 2: the last 30 days. */
export const defaultPreset: RangePreset = '30';

const dayMs = 86_400_000;

/** Returns the later of the local day and the UTC day, because the server counts days in UTC. Format YYYY-MM-DD. */
export const lastDay = (now: number): string => {
  const utcDay = new Date(now).toISOString().slice(0, 10);
  const localDay = dayText(now);
  return utcDay > localDay ? utcDay : localDay;
};

/** Returns the range of the last `days` days with today included. */
export const presetRange = (days: number, now: number): HistoryRange => {
  const to = lastDay(now);
  const from = new Date(Date.parse(to) - (days - 1) * dayMs).toISOString().slice(0, 10);
  return { from, to };
};

/** Returns the preset that equals the range, or '' when there is none. */
export const presetOf = (range: HistoryRange, now: number): RangePreset | '' =>
  rangePresets.find((preset) => {
    const candidate = presetRange(Number(preset), now);
    return candidate.from === range.from && candidate.to === range.to;
  }) ?? '';

export type RangeProblem = 'missing' | 'reversed' | 'long' | null;

/** Returns the problem of a range, or null. Both ends must be YYYY-MM-DD, in order, at most `historyDays` apart. */
export const rangeProblem = (range: HistoryRange): RangeProblem => {
  const from = Date.parse(range.from);
  const to = Date.parse(range.to);
  if (Number.isNaN(from) || Number.isNaN(to)) return 'missing';
  if (from > to) return 'reversed';
  return (to - from) / dayMs + 1 > contractLimits.historyDays ? 'long' : null;
};
