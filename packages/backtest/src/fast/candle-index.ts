// Finds the next candle that touches a level: a pyramid of minima of lows and maxima of highs, sixteen to one.
import type { CandleColumns } from '../columns.ts';
import type { FastBot } from './bot.ts';
import { ticksAt } from './round-off.ts';

/** Candles per block, and blocks per block of the level above: 2^4. */
const fanBits = 4;
const fan = 1 << fanBits;

type Extremes = { readonly low: Int32Array; readonly high: Int32Array };

/** The extremes of the candles (level 0), of blocks of 16 candles, of blocks of 16 blocks, and so on up to one block. */
export type CandleIndex = {
  readonly candles: CandleColumns;
  readonly levels: readonly Extremes[];
  /** The highest price of the series, ticks. */
  readonly highest: number;
};

/** Builds the index of a series: 6.7 % of the memory of its lows and highs. */
export function indexCandles(candles: CandleColumns): CandleIndex {
  const levels: Extremes[] = [{ low: candles.low, high: candles.high }];
  for (let below = levels[0]; below !== undefined && below.low.length > 1; below = levels.at(-1))
    levels.push(coarser(below));
  return { candles, levels, highest: ticksAt(levels.at(-1)?.high ?? candles.high, 0) };
}

/** The first candle from `bot.candle` on, below `end`, that touches the bot's levels; `end` when there is none. */
export function seekByIndex(index: CandleIndex, bot: FastBot, end: number): number {
  const blockEnd = (bot.candle | (fan - 1)) + 1;
  const near = blockEnd < end ? blockEnd : end;
  const found = seekByScan(index, bot, near);
  if (found < near || near === end) return found;
  return climb(index, bot, end);
}

/** The same answer as `seekByIndex`, looking at every candle. */
export function seekByScan(index: CandleIndex, bot: FastBot, end: number): number {
  const { low, high } = index.candles;
  const below = bot.scanBelow;
  const above = bot.scanAbove;
  let candle = bot.candle;
  // The arrays hold every candle below `end`.
  while (candle < end && low[candle]! > below && high[candle]! < above) candle += 1;
  return candle;
}

/** Looks from the block after the bot's candle on: along a level, up at the end of a block, down where a level is touched. */
function climb(index: CandleIndex, bot: FastBot, end: number): number {
  const below = bot.scanBelow;
  const above = bot.scanAbove;
  let level = 1;
  let block = (bot.candle >> fanBits) + 1;
  for (;;) {
    const extremes = index.levels[level];
    if (extremes === undefined) return end;
    const { low, high } = extremes;
    const last = low.length;
    const groupEnd = (block | (fan - 1)) + 1;
    const stop = groupEnd < last ? groupEnd : last;
    // `stop` is within the level.
    while (block < stop && low[block]! > below && high[block]! < above) block += 1;
    if (block < stop) return descend(index, bot, { level, block, end });
    if (block >= last || block << (fanBits * level) >= end) return end;
    block >>= fanBits;
    level += 1;
  }
}

function descend(
  index: CandleIndex,
  bot: FastBot,
  from: { readonly level: number; readonly block: number; readonly end: number },
): number {
  const below = bot.scanBelow;
  const above = bot.scanAbove;
  let { level, block } = from;
  while (level > 0) {
    if (block << (fanBits * level) >= from.end) return from.end;
    level -= 1;
    block <<= fanBits;
    const extremes = index.levels[level] ?? index.candles;
    const { low, high } = extremes;
    // One of the block's parts touches what the block touches.
    while (low[block]! > below && high[block]! < above) block += 1;
  }
  return block < from.end ? block : from.end;
}

function coarser({ low, high }: Extremes): Extremes {
  const count = Math.ceil(low.length / fan);
  const bytes = count * Int32Array.BYTES_PER_ELEMENT;
  // An index of shared candles is shared as well; a page that is not isolated has no shared memory.
  const isShared = typeof SharedArrayBuffer !== 'undefined' && low.buffer instanceof SharedArrayBuffer;
  const lows = new Int32Array(isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  const highs = new Int32Array(isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  for (let block = 0; block < count; block += 1) {
    const first = block * fan;
    const last = Math.min(first + fan, low.length);
    let least = ticksAt(low, first);
    let most = ticksAt(high, first);
    for (let part = first + 1; part < last; part += 1) {
      least = Math.min(least, ticksAt(low, part));
      most = Math.max(most, ticksAt(high, part));
    }
    lows[block] = least;
    highs[block] = most;
  }
  return { low: lows, high: highs };
}
