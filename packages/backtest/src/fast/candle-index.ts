// Finds the next candle that touches a level: minima of lows and maxima of highs, eight to one, three times.
import type { CandleColumns } from '../columns.ts';
import type { FastBot } from './bot.ts';
import { ticksAt } from './round-off.ts';

/** Numbers of one row: low, high, open, close. */
export const rowSize = 4;

/** What a block holds of the level below, few enough to look along them. Shifts by 3, 6 and 9 are 8, 64 and 512. */
const fan = 8;

/**
 * `rows` holds low, high, open and close of every candle beside each other: one look from memory for one candle.
 * `extremes` holds low and high of blocks of 8 candles, from `second` on of blocks of 64, from `third` on of 512. All
 * are filled up to whole groups of 8, and one more, with what no level touches.
 */
export type CandleIndex = {
  readonly candles: CandleColumns;
  readonly rows: Int32Array;
  readonly extremes: Int32Array;
  readonly second: number;
  readonly third: number;
  /** The highest price of the series, ticks. */
  readonly highest: number;
};

/** Builds the index of a series: the memory of its prices and a seventh more, shared where they are. */
export function indexCandles(candles: CandleColumns): CandleIndex {
  const count = candles.low.length;
  const second = placesOf(count / fan);
  const third = second + placesOf(count / fan ** 2);
  const total = third + placesOf(count / fan ** 3);
  const rows = rowsOf(candles);
  const extremes = new Int32Array(memoryLike(candles.low, total * Int32Array.BYTES_PER_ELEMENT));
  for (let place = 0; place < total; place += 2) {
    extremes[place] = untouchedLow;
    extremes[place + 1] = untouchedHigh;
  }
  for (let row = 0; row < rows.length; row += rowSize)
    widen(extremes, 2 * Math.floor(row / (rowSize * fan)), [ticksAt(rows, row), ticksAt(rows, row + 1)]);
  raise(extremes, 0, second);
  raise(extremes, second, third);
  return { candles, rows, extremes, second, third, highest: highestOf(candles) };
}

/** The first candle from `bot.candle` on, below `end`, that touches the bot's levels; `end` when there is none. */
export function seekByIndex(index: CandleIndex, bot: FastBot, end: number): number {
  const { extremes, second } = index;
  const block = (second + 2 * (bot.candle >> 6)) | 0;
  let candle = -1;
  // Something in the bot's block of 64 touches, perhaps behind the bot. Every place of a group is filled.
  if (extremes[block]! <= bot.scanBelow || extremes[block + 1]! >= bot.scanAbove) candle = seekNear(index, bot);
  if (candle < 0) candle = seekFar(index, bot, end);
  return candle < end ? candle : end;
}

/** The first candle in the bot's block of 64 that touches, from the bot on; -1 when there is none. */
function seekNear({ rows, extremes }: CandleIndex, bot: FastBot): number {
  const below = bot.scanBelow | 0;
  const above = bot.scanAbove | 0;
  const from = bot.candle | 0;
  let row = (rowSize * from) | 0;
  const rowEnd = ((row | 31) + 1) | 0;
  while (row < rowEnd) {
    if (rows[row]! <= below || rows[row + 1]! >= above) return row >> 2;
    if (rows[row + 4]! <= below || rows[row + 5]! >= above) return (row + 4) >> 2;
    row = (row + 8) | 0;
  }
  let block = (2 * (from >> 3) + 2) | 0;
  const blockEnd = (((block - 1) | 15) + 1) | 0;
  while (block < blockEnd && extremes[block]! > below && extremes[block + 1]! < above) {
    block = (block + 2) | 0;
    if (extremes[block]! <= below || extremes[block + 1]! >= above) break;
    block = (block + 2) | 0;
  }
  if (block >= blockEnd) return -1;
  // One of a block's parts touches what the block touches.
  row = (16 * block) | 0;
  while (rows[row]! > below && rows[row + 1]! < above) {
    row = (row + 4) | 0;
    if (rows[row]! <= below || rows[row + 1]! >= above) break;
    row = (row + 4) | 0;
  }
  return row >> 2;
}

/** The first candle behind the bot's block of 64 that touches; `end` or more when there is none before it. */
function seekFar({ rows, extremes, second, third }: CandleIndex, bot: FastBot, end: number): number {
  const below = bot.scanBelow | 0;
  const above = bot.scanAbove | 0;
  let place = (second + 2 * (bot.candle >> 6) + 2) | 0;
  const groupEnd = (((place - 1) | 15) + 1) | 0;
  while (place < groupEnd && extremes[place]! > below && extremes[place + 1]! < above) {
    place = (place + 2) | 0;
    if (extremes[place]! <= below || extremes[place + 1]! >= above) break;
    place = (place + 2) | 0;
  }
  if (place >= groupEnd) {
    let far = (third + 2 * ((place - second) >> 4)) | 0;
    const farEnd = (third + 2 * ((end + 511) >> 9)) | 0;
    while (far < farEnd && extremes[far]! > below && extremes[far + 1]! < above) far = (far + 2) | 0;
    if (far >= farEnd) return end;
    place = (second + ((far - third) << 3)) | 0;
    while (extremes[place]! > below && extremes[place + 1]! < above) {
      place = (place + 2) | 0;
      if (extremes[place]! <= below || extremes[place + 1]! >= above) break;
      place = (place + 2) | 0;
    }
  }
  place = ((place - second) << 3) | 0;
  while (extremes[place]! > below && extremes[place + 1]! < above) {
    place = (place + 2) | 0;
    if (extremes[place]! <= below || extremes[place + 1]! >= above) break;
    place = (place + 2) | 0;
  }
  let row = (16 * place) | 0;
  while (rows[row]! > below && rows[row + 1]! < above) {
    row = (row + 4) | 0;
    if (rows[row]! <= below || rows[row + 1]! >= above) break;
    row = (row + 4) | 0;
  }
  return row >> 2;
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
  const count = 2 * placesOf(low.length);
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

/** Numbers for so many pairs, in whole groups and one group more. */
function placesOf(pairs: number): number {
  return 2 * fan * (Math.ceil(pairs / fan) + 1);
}

/** Fills a level from the one below it. */
function raise(extremes: Int32Array, from: number, to: number): void {
  for (let part = from; part < to; part += 2)
    widen(extremes, to + 2 * Math.floor((part - from) / (2 * fan)), [
      ticksAt(extremes, part),
      ticksAt(extremes, part + 1),
    ]);
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
