// The market timeline of one instrument: it maps wall time to market time and returns prices and candles of wall time.
import type { Instrument } from './instruments.ts';
import { sandboxLimits } from '../limits.ts';
import type { PricePath } from './price-path.ts';
import type { RecordedPath } from './recorded-path.ts';

/** From `wallAt` on, the market time is `marketAt + (wall - wallAt) * speed`. `jumpFrom` is the market time just before `wallAt`. */
export interface ClockSegment {
  readonly wallAt: number;
  readonly jumpFrom: number;
  readonly marketAt: number;
  readonly speed: number;
}

/** A price that a test has set on a market with speed 0. */
export interface ManualPrice {
  readonly wallAt: number;
  readonly ticks: number;
}

/** One candle of wall time. Prices are in ticks, and the volume is in contracts. */
export interface SandboxCandle {
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** The market of one instrument: its price path, its clock segments and its manual prices. */
export interface MarketTimeline {
  readonly instrument: Instrument;
  readonly path: PricePath;
  readonly recorded: RecordedPath | undefined;
  readonly segments: ClockSegment[];
  readonly manualPrices: ManualPrice[];
  readonly historyFrom: number;
  /** The market time up to which prices are processed, and the current price in ticks. */
  walkedTo: number;
  ticks: number;
}

/** Returns the market time at a wall time. The market time is never after the end of a recording. */
export function marketTimeAt(timeline: MarketTimeline, wallAt: number): number {
  return timeIn(timeline, segmentAt(timeline, wallAt), wallAt);
}

/** Returns whether the market has speed 0 now, which is the speed of the newest clock segment. */
export function isHeld(timeline: MarketTimeline): boolean {
  return (timeline.segments.at(-1)?.speed ?? 0) === 0;
}

/** Returns the price in ticks at a wall time. */
export function priceAtWall(timeline: MarketTimeline, wallAt: number): number {
  const segment = segmentAt(timeline, wallAt);
  const price = timeline.manualPrices[lastIndex(timeline.manualPrices, wallAt)];
  if (price && segment.speed === 0 && price.wallAt >= segment.wallAt) return price.ticks;
  return timeline.path.priceAt(timeIn(timeline, segment, wallAt));
}

/** Returns the candle of the wall time [from, to). Returns undefined before the start of the history. */
export function candleBetween(timeline: MarketTimeline, from: number, to: number): SandboxCandle | undefined {
  if (from < timeline.historyFrom || marketTimeAt(timeline, from) < timeline.path.startAt) return undefined;
  const open = priceAtWall(timeline, from);
  let high = open;
  let low = open;
  let volume = 0;
  const see = (ticks: number): void => {
    if (ticks > high) high = ticks;
    if (ticks < low) low = ticks;
  };
  for (let index = segmentIndex(timeline, from); index < timeline.segments.length; index += 1) {
    const segment = timeline.segments[index];
    if (!segment || segment.wallAt >= to) break;
    if (segment.wallAt > from && segment.jumpFrom !== segment.marketAt) {
      timeline.path.corners(segment.jumpFrom, segment.marketAt, see);
      volume += timeline.path.volumeBetween(segment.jumpFrom, segment.marketAt);
    }
    if (segment.speed === 0) continue;
    const begin = timeIn(timeline, segment, Math.max(from, segment.wallAt));
    const until = timeIn(timeline, segment, Math.min(to, timeline.segments[index + 1]?.wallAt ?? to));
    timeline.path.corners(begin, until - 1, see);
    see(timeline.path.priceAt(Math.max(begin, until - 1)));
    volume += timeline.path.volumeBetween(begin, until);
  }
  for (let index = lastIndex(timeline.manualPrices, from - 1) + 1; index < timeline.manualPrices.length; index += 1) {
    const price = timeline.manualPrices[index];
    if (!price || price.wallAt >= to) break;
    see(price.ticks);
  }
  const close = priceAtWall(timeline, to - 1);
  see(close);
  return { at: from, open, high, low, close, volume };
}

/** Adds a segment that begins now. The segment changes the speed or jumps to another market time. */
export function addClockSegment(timeline: MarketTimeline, segment: ClockSegment): void {
  timeline.segments.push(segment);
  if (timeline.segments.length > sandboxLimits.timelineEntries) timeline.segments.splice(1, 1);
}

/** Adds a manual price. */
export function addManualPrice(timeline: MarketTimeline, price: ManualPrice): void {
  timeline.manualPrices.push(price);
  if (timeline.manualPrices.length > sandboxLimits.timelineEntries) timeline.manualPrices.shift();
}

function segmentAt(timeline: MarketTimeline, wallAt: number): ClockSegment {
  const segment = timeline.segments[segmentIndex(timeline, wallAt)];
  if (!segment) throw new Error('the market timeline has no segment');
  return segment;
}

function segmentIndex(timeline: MarketTimeline, wallAt: number): number {
  return Math.max(0, lastIndex(timeline.segments, wallAt));
}

function timeIn(timeline: MarketTimeline, segment: ClockSegment, wallAt: number): number {
  return Math.min(timeline.path.endAt, segment.marketAt + (wallAt - segment.wallAt) * segment.speed);
}

function lastIndex(items: readonly { readonly wallAt: number }[], wallAt: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle]?.wallAt ?? 0) <= wallAt) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
