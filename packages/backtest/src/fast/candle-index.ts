// What the fast loop looks candles up in: prices of one candle beside each other, and the search for the next that matters.
import type { CandleColumns } from '../columns.ts';
import type { FastBot } from './bot.ts';
import { ticksAt } from './round-off.ts';
import { makeTouchSearch, type TouchSearch } from './touch-search.ts';

/** Numbers of one row: low, high, open, close. */
export const rowSize = 4;

/** `rows` holds low, high, open and close of every candle beside each other: one look from memory for one candle. */
export type CandleIndex = {
  readonly candles: CandleColumns;
  readonly rows: Int32Array;
  readonly search: TouchSearch;
  /** The highest price of the series, ticks. */
  readonly highest: number;
};

/** Builds the index of a series: the memory of its prices and a little more than half of it. */
export function indexCandles(candles: CandleColumns): CandleIndex {
  return { candles, rows: rowsOf(candles), search: makeTouchSearch(candles), highest: highestOf(candles) };
}

/** The first candle from `bot.candle` on, below `end`, that touches the bot's levels; `end` when there is none. */
export function seekByIndex(index: CandleIndex, bot: FastBot, end: number): number {
  return index.search(bot.candle, bot.scanBelow, bot.scanAbove, end);
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

function rowsOf({ low, high, open, close }: CandleColumns): Int32Array {
  const rows = new Int32Array(rowSize * low.length);
  for (let candle = 0; candle < low.length; candle += 1) {
    rows[rowSize * candle] = ticksAt(low, candle);
    rows[rowSize * candle + 1] = ticksAt(high, candle);
    rows[rowSize * candle + 2] = ticksAt(open, candle);
    rows[rowSize * candle + 3] = ticksAt(close, candle);
  }
  return rows;
}

function highestOf({ high }: CandleColumns): number {
  return high.reduce((most, each) => Math.max(most, each), 0);
}
