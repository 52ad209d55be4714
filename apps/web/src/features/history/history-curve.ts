// Computes the cumulative curve of finished bots and the axes of the curve. All sums are exact.
import { add, decimal, formatDecimal } from '@rondo/decimal';
import type { HistoryItem } from '@rondo/contract';
import { isKept } from './kept.ts';
import { dayMs } from './day-ms.ts';

/** A step of a curve: from `at` (epoch ms) on, the total is `total` in USDT. */
export type CurvePoint = { readonly at: number; readonly total: string };

export type HistoryPoint = CurvePoint & { readonly item: HistoryItem };

/** Returns the running total in USDT after each bot, from the total `start` on. The bot that ended first is first in the list. */
export const curveOf = (items: readonly HistoryItem[], start = '0'): readonly HistoryPoint[] => {
  const ordered = items.toSorted((a, b) => Date.parse(a.ended_at) - Date.parse(b.ended_at));
  let total = decimal(start);
  return ordered.map((item) => {
    total = add(total, decimal(item.total_profit));
    return { at: Date.parse(item.ended_at), total: formatDecimal(total), item };
  });
};

/** Returns the point of the bot with the largest loss, or null without a loss. The realised part of a kept position is no loss. */
export const worstOf = (points: readonly HistoryPoint[]): HistoryPoint | null =>
  points
    .filter(({ item }) => !isKept(item))
    .reduce<HistoryPoint | null>(
      (found, point) => (Number(point.item.total_profit) < Number(found?.item.total_profit ?? 0) ? point : found),
      null,
    );

/** Returns at most six round values in a range. Zero is one of the values when the range contains zero. */
export const ticksOf = (low: number, high: number): readonly number[] => {
  const span = Math.max(high - low, 1e-9);
  const rough = span / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
};

export type DateTick = { readonly part: number; readonly at: number };

/** Returns the days that are labelled below the curve: the first day, the last day and days between them, each at most once. `part` is the position of a label, 0..1. */
export const dateTicksOf = (span: {
  readonly from: number;
  readonly to: number;
  readonly most: number;
}): readonly DateTick[] => {
  const { from, to } = span;
  const gaps = Math.max(1, Math.min(span.most, Math.round((to - from) / dayMs)) - 1);
  if (to - from <= dayMs) return [{ part: 0, at: from }];
  return Array.from({ length: gaps + 1 }, (_, index) => ({
    part: index / gaps,
    at: from + ((to - 1 - from) * index) / gaps,
  }));
};

/** Returns the SVG path of the curve. The path is horizontal until the next date, and then vertical to the new total. */
export const stairPath = (points: readonly { readonly x: number; readonly y: number }[]): string =>
  points.map((point, index) => (index === 0 ? `M${point.x} ${point.y}` : `H${point.x}V${point.y}`)).join('');
