// The index of the fast loop: the prices of each candle, adjacent in memory, and the search for the next candle that touches a level.
import type { CandleColumns } from '../../candles/columns.ts';
import type { FastBot } from '../bot.ts';
import { ticksAt } from '../rounding/round-off.ts';
import { makeTouchSearch, type TouchSearch } from './touch-search.ts';

/** A series with its search. The loop reads the prices in the memory layout of the search. */
export type CandleIndex = {
  readonly candles: CandleColumns;
  readonly touches: TouchSearch;
  /** The highest price of the series, ticks. */
  readonly highest: number;
};

/** Builds the index of a series. It needs the memory of the prices and a fourteenth more. */
export function indexCandles(candles: CandleColumns): CandleIndex {
  return { candles, touches: makeTouchSearch(candles), highest: highestOf(candles) };
}

/** The first candle from `bot.candle` on, below `end`, that touches the bot's levels; `end` when there is none. */
export function seekByIndex(index: CandleIndex, bot: FastBot, end: number): number {
  return index.touches.search(bot.candle, bot.scanBelow, bot.scanAbove, end);
}

/** Returns the same candle as `seekByIndex` by scanning every candle. */
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
