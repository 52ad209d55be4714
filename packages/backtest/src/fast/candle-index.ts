// Finds the next candle that touches a level: a pyramid of minima of lows and maxima of highs, eight to one.
import type { CandleColumns } from '../columns.ts';
import type { FastBot } from './bot.ts';
import { ticksAt } from './round-off.ts';

/** Blocks of one level in a block of the level above: 2^3, few enough to look along them. */
const fanBits = 3;
const fan = 1 << fanBits;

/**
 * Lows and highs beside each other: of the candles (level 0), of blocks of 8 candles (level 1), and so on. Level `n`
 * begins at place `starts[n]` of `extremes` and is filled up to whole groups of 8 with what no level touches.
 */
export type CandleIndex = {
  readonly candles: CandleColumns;
  readonly extremes: Int32Array;
  readonly starts: Int32Array;
  /** The highest price of the series, ticks. */
  readonly highest: number;
};

/** Builds the index of a series: the memory of its lows and highs and a seventh more, shared where they are. */
export function indexCandles(candles: CandleColumns): CandleIndex {
  const starts: number[] = [];
  let total = 0;
  for (let blocks = candles.low.length; ; blocks = Math.ceil(blocks / fan)) {
    starts.push(total);
    total += 2 * fan * Math.max(1, Math.ceil(blocks / fan));
    if (blocks <= fan) break;
  }
  const extremes = new Int32Array(memoryLike(candles.low, total * Int32Array.BYTES_PER_ELEMENT));
  for (let place = 0; place < total; place += 2) {
    extremes[place] = untouchedLow;
    extremes[place + 1] = untouchedHigh;
  }
  for (let candle = 0; candle < candles.low.length; candle += 1) {
    extremes[2 * candle] = ticksAt(candles.low, candle);
    extremes[2 * candle + 1] = ticksAt(candles.high, candle);
  }
  for (let level = 1; level < starts.length; level += 1) raise(extremes, starts[level - 1] ?? 0, starts[level] ?? 0);
  return { candles, extremes, starts: Int32Array.from(starts), highest: highestOf(candles) };
}

/** The first candle from `bot.candle` on, below `end`, that touches the bot's levels; `end` when there is none. */
export function seekByIndex(index: CandleIndex, bot: FastBot, end: number): number {
  const { extremes, starts } = index;
  const below = bot.scanBelow | 0;
  const above = bot.scanAbove | 0;
  let level = 0;
  let start = 0;
  let place = 2 * bot.candle;
  for (;;) {
    // Along the group of eight; starts are whole groups, and every place of a group is filled.
    const groupEnd = (place | (2 * fan - 1)) + 1;
    while (place < groupEnd && extremes[place]! > below && extremes[place + 1]! < above) place += 2;
    if (place < groupEnd) break;
    // Up, to the block after the one that holds this group.
    place = (place - start) >> fanBits;
    level += 1;
    if (level === starts.length || (place >> 1) << (fanBits * level) >= end) return end;
    start = starts[level]!;
    place = start + (place & -2);
  }
  while (level > 0) {
    // Down: one of the block's eight parts touches what the block touches.
    level -= 1;
    place = ((place - start) << fanBits) + starts[level]!;
    start = starts[level]!;
    while (extremes[place]! > below && extremes[place + 1]! < above) place += 2;
  }
  return place >> 1 < end ? place >> 1 : end;
}

/** The same answer as `seekByIndex`, looking at every candle. */
export function seekByScan(index: CandleIndex, bot: FastBot, end: number): number {
  const { low, high } = index.candles;
  const below = bot.scanBelow | 0;
  const above = bot.scanAbove | 0;
  let candle = bot.candle;
  while (candle < end && ticksAt(low, candle) > below && ticksAt(high, candle) < above) candle += 1;
  return candle;
}

/** A low above and a high below every level. */
const untouchedLow = 2 ** 30 - 1;
const untouchedHigh = -1;

/** Fills a level from the one below it. */
function raise(extremes: Int32Array, from: number, to: number): void {
  for (let part = from; part < to; part += 2) {
    const place = to + 2 * ((part - from) >> (fanBits + 1));
    extremes[place] = Math.min(ticksAt(extremes, place), ticksAt(extremes, part));
    extremes[place + 1] = Math.max(ticksAt(extremes, place + 1), ticksAt(extremes, part + 1));
  }
}

function highestOf({ high }: CandleColumns): number {
  return high.reduce((most, each) => Math.max(most, each), 0);
}

/** A page that is not isolated has no shared memory at all. */
function memoryLike(column: Int32Array, bytes: number): ArrayBufferLike {
  const isShared = typeof SharedArrayBuffer !== 'undefined' && column.buffer instanceof SharedArrayBuffer;
  return isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}
