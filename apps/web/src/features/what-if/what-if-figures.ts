// The figures and the picture of a what-if.
import type { WhatIf, WhatIfMark, WhatIfRun } from '@rondo/backtest';

const dayMs = 86_400_000;
/** The mean length of a year. */
export const yearMs = 365.25 * dayMs;
/** The mean length of a month. */
const monthMs = yearMs / 12;

/** The spans that the strip offers. `all` covers every stored candle. */
export const whatIfSpans = { days30: 30 * dayMs, year: 365 * dayMs, all: Number.POSITIVE_INFINITY } as const;
export type WhatIfSpan = keyof typeof whatIfSpans;

/**
 * The time of a net result. `year`: a year on average. `span`: the whole span, when it is shorter than a year, because a few weeks say nothing about a year, or when the bot of another run has ended.
 * `end`: the time until the bot ended. A bot that has ended earns nothing more, so the result of a year would make its loss look smaller the longer the span is.
 */
export type NetTime = 'year' | 'span' | 'end';

/** The figures of the strip. Months have one decimal place, money is USDT with two decimal places as text. */
export type WhatIfFigures = {
  readonly livedMonths: number;
  readonly months: number;
  readonly liquidated: number;
  readonly runs: number;
  /** The net result of the time that `netOf` names. The lowest and the highest result are of the same time. */
  readonly net: string;
  readonly netOf: NetTime;
  readonly lowest: string;
  readonly highest: string;
  readonly worstFall: string;
  readonly inMarketPercent: number;
};

/** Returns the figures. The lowest and the highest net are those of all runs so far. */
export function whatIfFigures({ main, runs, fromAt, toAt }: WhatIf): WhatIfFigures {
  const spanMs = toAt - fromAt;
  const netOf = hasEnded(main) ? 'end' : spanMs >= whatIfSpans.year && !runs.some(hasEnded) ? 'year' : 'span';
  const scale = netOf === 'year' ? yearMs / spanMs : 1;
  const nets = runs.map(({ net }) => net * scale);
  return {
    livedMonths: monthsIn(main.livedMs),
    months: monthsIn(spanMs),
    liquidated: runs.filter(({ isLiquidated }) => isLiquidated).length,
    runs: runs.length,
    net: (main.net * scale).toFixed(2),
    netOf,
    lowest: Math.min(...nets).toFixed(2),
    highest: Math.max(...nets).toFixed(2),
    worstFall: (-main.worstFall).toFixed(2),
    inMarketPercent: main.timeInMarketShare * 100,
  };
}

/** Returns whether the bot of a run has ended before the last candle. */
function hasEnded({ isLiquidated, stopped }: WhatIfRun): boolean {
  return isLiquidated || stopped !== null;
}

/** Months are rounded down to a tenth, so that a bot that ended early never looks as if it had survived the whole span. */
function monthsIn(durationMs: number): number {
  return Math.floor((durationMs / monthMs) * 10) / 10;
}

/** The size of the picture in units of its own. The style sheet scales it to the width of the strip. */
export const pictureSize = { width: 720, height: 160 } as const;

/** A mark of the main run with its place in the picture. */
export type DrawnMark = WhatIfMark & { readonly x: number; readonly y: number };

/** The paths of the picture, and the places of the marks. `zero` is the height of the zero line. */
export type WhatIfPicture = {
  readonly line: string;
  readonly band: string;
  readonly zero: number;
  readonly marks: readonly DrawnMark[];
  readonly most: number;
  readonly least: number;
};

/** A run that compounds can earn many times the result of the main run. Above this multiple the band is cut, so that the line stays readable. */
const mostBandMultiple = 3;

/** Draws the equity line, the band of all runs and the marks of the main run. `most` and `least` are the highest and the lowest drawn result in USDT. */
export function drawWhatIf({ at, equity, low, high, main, fromAt, toAt }: WhatIf): WhatIfPicture {
  const least = Math.min(0, ...low);
  const lineMost = Math.max(0, ...equity);
  const most = Math.max(lineMost, Math.min(Math.max(0, ...high), mostBandMultiple * Math.max(lineMost, -least)));
  const x = (instant: number): number => round(((instant - fromAt) / Math.max(1, toAt - fromAt)) * pictureSize.width);
  const y = (value: number): number =>
    round(((most - Math.min(value, most)) / (most - least || 1)) * pictureSize.height);
  const pathOf = (values: readonly number[]): readonly string[] =>
    values.map((value, place) => `${x(at[place] ?? fromAt)} ${y(value)}`);
  const start = `0 ${y(0)}`;
  const lowest = pathOf(low).toReversed();
  return {
    line: `M${[start, ...pathOf(equity)].join('L')}`,
    band: `M${[start, ...pathOf(high), ...lowest].join('L')}Z`,
    zero: y(0),
    marks: main.marks.map((mark) => ({ ...mark, x: x(mark.at), y: y(valueAt(at, equity, mark.at)) })),
    most,
    least,
  };
}

/** Returns the value of the first point at or after an instant. */
function valueAt(at: readonly number[], values: readonly number[], instant: number): number {
  const place = at.findIndex((each) => each >= instant);
  return values[place < 0 ? values.length - 1 : place] ?? 0;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
