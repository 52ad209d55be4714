// One instrument's market: maps wall time to market time (running, held, standing still), walks the path and answers candles of wall time.
import type { Instrument } from './instruments.ts';
import { sandboxLimits } from '../limits.ts';
import type { PricePath } from './price-path.ts';
import type { RecordedPath } from './recorded-path.ts';

/** From `wallAt` on, market time is `marketAt + (wall - wallAt) * speed`; `jumpFrom` is where it stood just before. */
export interface Stretch {
  readonly wallAt: number;
  readonly jumpFrom: number;
  readonly marketAt: number;
  readonly speed: number;
}

/** A price set by hand on a held market. */
export interface Mark {
  readonly wallAt: number;
  readonly ticks: number;
}

/** One candle of wall time; prices in ticks, volume in contracts. */
export interface Candle {
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export interface MarketLine {
  readonly instrument: Instrument;
  readonly path: PricePath;
  readonly recorded: RecordedPath | undefined;
  readonly stretches: Stretch[];
  readonly marks: Mark[];
  readonly historyFrom: number;
  /** Market instant walked so far, and the price that stands. */
  walkedTo: number;
  ticks: number;
}

/** Market time at a wall instant, never beyond the end of a recording. */
export function marketTimeAt(line: MarketLine, wallAt: number): number {
  return timeIn(line, stretchAt(line, wallAt), wallAt);
}

/** Speed of the market at its newest stretch; 0 while held. */
export function isHeld(line: MarketLine): boolean {
  return (line.stretches.at(-1)?.speed ?? 0) === 0;
}

/** The price standing at a wall instant. */
export function priceAtWall(line: MarketLine, wallAt: number): number {
  const stretch = stretchAt(line, wallAt);
  const mark = line.marks[lastIndex(line.marks, wallAt)];
  if (mark && stretch.speed === 0 && mark.wallAt >= stretch.wallAt) return mark.ticks;
  return line.path.priceAt(timeIn(line, stretch, wallAt));
}

/** The candle of [from, to) in wall time; undefined before the history begins. */
export function candleBetween(line: MarketLine, from: number, to: number): Candle | undefined {
  if (from < line.historyFrom || marketTimeAt(line, from) < line.path.startAt) return undefined;
  const open = priceAtWall(line, from);
  let high = open;
  let low = open;
  let volume = 0;
  const see = (ticks: number): void => {
    if (ticks > high) high = ticks;
    if (ticks < low) low = ticks;
  };
  for (let index = stretchIndex(line, from); index < line.stretches.length; index += 1) {
    const stretch = line.stretches[index];
    if (!stretch || stretch.wallAt >= to) break;
    if (stretch.wallAt > from && stretch.jumpFrom !== stretch.marketAt) {
      line.path.corners(stretch.jumpFrom, stretch.marketAt, see);
      volume += line.path.volumeBetween(stretch.jumpFrom, stretch.marketAt);
    }
    if (stretch.speed === 0) continue;
    const begin = timeIn(line, stretch, Math.max(from, stretch.wallAt));
    const until = timeIn(line, stretch, Math.min(to, line.stretches[index + 1]?.wallAt ?? to));
    line.path.corners(begin, until - 1, see);
    see(line.path.priceAt(Math.max(begin, until - 1)));
    volume += line.path.volumeBetween(begin, until);
  }
  for (let index = lastIndex(line.marks, from - 1) + 1; index < line.marks.length; index += 1) {
    const mark = line.marks[index];
    if (!mark || mark.wallAt >= to) break;
    see(mark.ticks);
  }
  const close = priceAtWall(line, to - 1);
  see(close);
  return { at: from, open, high, low, close, volume };
}

/** Adds a stretch beginning now: another speed, or a jump to another market instant. */
export function addStretch(line: MarketLine, stretch: Stretch): void {
  line.stretches.push(stretch);
  if (line.stretches.length > sandboxLimits.pathMarks) line.stretches.splice(1, 1);
}

/** Adds a price set by hand. */
export function addMark(line: MarketLine, mark: Mark): void {
  line.marks.push(mark);
  if (line.marks.length > sandboxLimits.pathMarks) line.marks.shift();
}

function stretchAt(line: MarketLine, wallAt: number): Stretch {
  const stretch = line.stretches[stretchIndex(line, wallAt)];
  if (!stretch) throw new Error('a market line has at least one stretch');
  return stretch;
}

function stretchIndex(line: MarketLine, wallAt: number): number {
  return Math.max(0, lastIndex(line.stretches, wallAt));
}

function timeIn(line: MarketLine, stretch: Stretch, wallAt: number): number {
  return Math.min(line.path.endAt, stretch.marketAt + (wallAt - stretch.wallAt) * stretch.speed);
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
