// Finds the next candle that touches a level: a pyramid of minima of lows and maxima of highs, eight to one.
import type { CandleColumns } from '../columns.ts';
import type { FastBot } from './bot.ts';
import { ticksAt } from './round-off.ts';

/** Blocks of one level in a block of the level above: 2^3, few enough to look along them. */
const fanBits = 3;
const fan = 1 << fanBits;

/** Numbers of one row: low, high, open, close. */
const rowBits = 2;
export const rowSize = 1 << rowBits;

/**
 * `rows` holds low, high, open and close of every candle beside each other: one look from memory for one candle.
 * `extremes` holds low and high of blocks of 8 candles (level 0), of blocks of 8 blocks (level 1), and so on; level `n`
 * begins at place `starts[n]`. Both are filled up to whole groups of 8 with what no level touches.
 */
export type CandleIndex = {
  readonly candles: CandleColumns;
  readonly rows: Int32Array;
  readonly extremes: Int32Array;
  readonly starts: Int32Array;
  /** The highest price of the series, ticks. */
  readonly highest: number;
};

/** Builds the index of a series: the memory of its prices and a seventh more, shared where they are. */
export function indexCandles(candles: CandleColumns): CandleIndex {
  const starts: number[] = [];
  let total = 0;
  for (let blocks = Math.ceil(candles.low.length / fan); ; blocks = Math.ceil(blocks / fan)) {
    starts.push(total);
    total += 2 * fan * Math.max(1, Math.ceil(blocks / fan));
    if (blocks <= fan) break;
  }
  const rows = rowsOf(candles);
  const extremes = new Int32Array(memoryLike(candles.low, total * Int32Array.BYTES_PER_ELEMENT));
  for (let place = 0; place < total; place += 2) {
    extremes[place] = untouchedLow;
    extremes[place + 1] = untouchedHigh;
  }
  for (let row = 0; row < rows.length; row += rowSize)
    widen(extremes, 2 * (row >> (rowBits + fanBits)), [ticksAt(rows, row), ticksAt(rows, row + 1)]);
  // Every level up to the last has a start.
  for (let level = 1; level < starts.length; level += 1) raise(extremes, starts[level - 1]!, starts[level]!);
  return { candles, rows, extremes, starts: Int32Array.from(starts), highest: highestOf(candles) };
}

/** The first candle from `bot.candle` on, below `end`, that touches the bot's levels; `end` when there is none. */
export function seekByIndex(index: CandleIndex, bot: FastBot, end: number): number {
  const { rows } = index;
  const below = bot.scanBelow | 0;
  const above = bot.scanAbove | 0;
  let row = rowSize * bot.candle;
  const groupEnd = (row | (rowSize * fan - 1)) + 1;
  // Every row of a group is filled.
  while (row < groupEnd && rows[row]! > below && rows[row + 1]! < above) row += rowSize;
  if (row === groupEnd) {
    const block = seekBlock(index, bot, end);
    if (block < 0) return end;
    row = rowSize * fan * block;
    // One of the block's eight candles touches what the block touches.
    while (rows[row]! > below && rows[row + 1]! < above) row += rowSize;
  }
  return row >> rowBits < end ? row >> rowBits : end;
}

/** The first block of eight candles after the bot's that touches its levels; -1 when none begins below `end`. */
function seekBlock({ extremes, starts }: CandleIndex, bot: FastBot, end: number): number {
  const below = bot.scanBelow | 0;
  const above = bot.scanAbove | 0;
  let level = 0;
  let start = 0;
  let place = 2 * ((bot.candle >> fanBits) + 1);
  for (;;) {
    if (((place - start) >> 1) << (fanBits * (level + 1)) >= end) return -1;
    // Along the group of eight; starts are whole groups, and every place of a group is filled.
    const groupEnd = (place | (2 * fan - 1)) + 1;
    while (place < groupEnd && extremes[place]! > below && extremes[place + 1]! < above) place += 2;
    if (place < groupEnd) break;
    // Up, to the block after the one that holds this group.
    level += 1;
    if (level === starts.length) return -1;
    place = ((place - start) >> fanBits) + starts[level]!;
    start = starts[level]!;
  }
  while (level > 0) {
    // Down: one of the block's eight parts touches what the block touches.
    level -= 1;
    place = ((place - start) << fanBits) + starts[level]!;
    start = starts[level]!;
    while (extremes[place]! > below && extremes[place + 1]! < above) place += 2;
  }
  return place >> 1;
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

function rowsOf({ low, high, open, close }: CandleColumns): Int32Array {
  const count = rowSize * fan * Math.max(1, Math.ceil(low.length / fan));
  const rows = new Int32Array(memoryLike(low, count * Int32Array.BYTES_PER_ELEMENT));
  for (let candle = 0; candle < count / rowSize; candle += 1) {
    const isThere = candle < low.length;
    rows[rowSize * candle] = isThere ? ticksAt(low, candle) : untouchedLow;
    rows[rowSize * candle + 1] = isThere ? ticksAt(high, candle) : untouchedHigh;
    rows[rowSize * candle + 2] = ticksAt(open, candle);
    rows[rowSize * candle + 3] = ticksAt(close, candle);
  }
  return rows;
}

/** Fills a level from the one below it. */
function raise(extremes: Int32Array, from: number, to: number): void {
  for (let part = from; part < to; part += 2)
    widen(extremes, to + 2 * ((part - from) >> (fanBits + 1)), [ticksAt(extremes, part), ticksAt(extremes, part + 1)]);
}

function widen(extremes: Int32Array, place: number, [low, high]: readonly [number, number]): void {
  extremes[place] = Math.min(ticksAt(extremes, place), low);
  extremes[place + 1] = Math.max(ticksAt(extremes, place + 1), high);
}

function highestOf({ high }: CandleColumns): number {
  return high.reduce((most, each) => Math.max(most, each), 0);
}

/** A page that is not isolated has no shared memory at all. */
function memoryLike(column: Int32Array, bytes: number): ArrayBufferLike {
  const isShared = typeof SharedArrayBuffer !== 'undefined' && column.buffer instanceof SharedArrayBuffer;
  return isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}
