// The index of the fast loop. It stores the prices of each candle close together in memory, and finds the next candle that touches a level.
import type { CandleColumns } from '../../candles/columns.ts';
import type { FastBot } from '../bot.ts';
import { ticksAt } from '../rounding/round-off.ts';
import { makeTouchSearch, type SearchCode, type TouchSearch } from './touch-search.ts';

/** A series of candles with its search. The fast loop reads the prices in the memory layout of the search. */
export type CandleIndex = {
  readonly candles: CandleColumns;
  readonly touches: TouchSearch;
  /** The highest price of the series, in ticks. */
  readonly highest: number;
};

/**
 * Builds the index of a series. The index needs the memory of the prices plus one fourteenth. With `plain` the search runs without WebAssembly and
 * finds the same candles.
 */
export function indexCandles(candles: CandleColumns, code: SearchCode = 'vector'): CandleIndex {
  return { candles, touches: makeTouchSearch(candles, code), highest: highestOf(candles) };
}

/**
 * Returns the first candle from `bot.candle` on, before `end`, that touches a level of the bot. Returns `end` when no
 * candle touches a level.
 */
export function seekByIndex(index: CandleIndex, bot: FastBot, end: number): number {
  return index.touches.search(bot.candle, bot.scanBelow, bot.scanAbove, end);
}

/** Returns the candle that `seekByIndex` returns, but scans every candle. */
export function seekByScan(index: CandleIndex, bot: FastBot, end: number): number {
  const { low, high } = index.candles;
  const below = bot.scanBelow | 0;
  const above = bot.scanAbove | 0;
  let candle = bot.candle;
  while (candle < end && ticksAt(low, candle) > below && ticksAt(high, candle) < above) candle += 1;
  return candle;
}

function highestOf({ high }: CandleColumns): number {
  return high.reduce((most, each) => Math.max(most, each), 0);
}
