// The candle widths of OKX, and the start time of each candle.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MEAN_MONTH_MS = 30.436875 * DAY_MS;
const CHINA_OFFSET_MS = 8 * HOUR_MS;
// 1970-01-01 was a Thursday. On OKX a week begins on Monday.
const MONDAY_OFFSET_MS = 4 * DAY_MS;

/** A candle width: its duration, and the start time of one candle. Months have no fixed duration. */
export interface Bar {
  readonly widthMs: number;
  readonly originAt: number;
  /** The number of calendar months. It is missing for a width with a fixed duration. */
  readonly months?: number;
}

const widths: Readonly<Record<string, number>> = {
  '1s': 1_000,
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1H': HOUR_MS,
  '2H': 2 * HOUR_MS,
  '4H': 4 * HOUR_MS,
  '6H': 6 * HOUR_MS,
  '12H': 12 * HOUR_MS,
  '1D': DAY_MS,
  '2D': 2 * DAY_MS,
  '3D': 3 * DAY_MS,
  '1W': 7 * DAY_MS,
};

/**
 * Returns the candle width of an OKX name such as `1m`, `4H`, `1D` or `1Dutc`. Returns undefined for an unknown name. The name is case-sensitive: 1M is a
 * month.
 */
export function readBar(name: string): Bar | undefined {
  const isUtc = name.endsWith('utc');
  const months = /^([13])M(?:utc)?$/.exec(name)?.[1];
  if (months !== undefined)
    return { widthMs: 28 * DAY_MS, originAt: isUtc ? 0 : -CHINA_OFFSET_MS, months: Number(months) };
  const widthMs = widths[isUtc ? name.slice(0, -3) : name];
  if (widthMs === undefined || (isUtc && widthMs < 6 * HOUR_MS)) return undefined;
  const week = widthMs === 7 * DAY_MS ? MONDAY_OFFSET_MS : 0;
  return { widthMs, originAt: week - (widthMs >= 6 * HOUR_MS && !isUtc ? CHINA_OFFSET_MS : 0) };
}

/** Returns the start of the candle that contains a time. */
export function barStart(bar: Bar, at: number): number {
  return bar.months === undefined
    ? Math.floor((at - bar.originAt) / bar.widthMs) * bar.widthMs + bar.originAt
    : monthOf(bar, bar.months, { at, offset: 0 });
}

/** Returns the end of the candle that starts at a time. It is the start of the next candle. */
export function barEnd(bar: Bar, at: number): number {
  return bar.months === undefined ? at + bar.widthMs : monthOf(bar, bar.months, { at, offset: bar.months });
}

function monthOf(bar: Bar, months: number, of: { readonly at: number; readonly offset: number }): number {
  const local = of.at - bar.originAt;
  // The number of months since 1970. The number is estimated with the mean length of a month. The estimate is wrong by at most one month.
  let month = Math.floor(local / MEAN_MONTH_MS);
  if (Date.UTC(1970, month) > local) month -= 1;
  if (Date.UTC(1970, month + 1) <= local) month += 1;
  return Date.UTC(1970, Math.floor(month / months) * months + of.offset) + bar.originAt;
}
