// Compares the index with a scan of every candle. Both must find the same next candle from any start and for any two levels.
import { seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { makeColumns, type CandleColumns } from '../../candles/columns.ts';
import { configOf } from '../../../tests/_market.ts';
import { makeFastBot } from '../bot.ts';
import { indexCandles, seekByIndex, seekByScan } from './candle-index.ts';
import { fastTermsOf } from '../terms.ts';

/** Returns a random price path of small steps with rare jumps, so that the next touch can be any number of candles away. */
function walkOf(seed: string, count: number): CandleColumns {
  const chance = seededChance(seed);
  const candles = makeColumns(count);
  let price = 100_000;
  for (let row = 0; row < count; row += 1) {
    price += chance.between(-5, 5) + (chance.happens(0.002) ? chance.between(-2_000, 2_000) : 0);
    candles.low[row] = price - chance.between(0, 9);
    candles.high[row] = price + chance.between(0, 9);
  }
  return candles;
}

test.each([1, 7, 8, 64, 65, 511, 513, 4_096, 5_000])(
  'over %i candles both forms of the index find the next candle that a scan finds',
  (count) => {
    const candles = walkOf(`index ${count}`, count);
    const index = indexCandles(candles);
    const plain = indexCandles(candles, 'plain');
    const terms = fastTermsOf(configOf(), index.highest);
    if (terms === null) throw new Error('The fast loop does not support this configuration.');
    const bot = makeFastBot(terms);
    const chance = seededChance(`levels ${count}`);
    for (let turn = 0; turn < 3_000; turn += 1) {
      bot.candle = chance.between(0, count - 1);
      const reach = chance.pick([5, 30, 200, 1_500, 30_000]);
      const from = (candles.low[bot.candle] ?? 0) + 4;
      bot.scanBelow = from - chance.between(0, reach);
      bot.scanAbove = from + chance.between(0, reach);
      const end = chance.happens(0.5) ? count : chance.between(bot.candle + 1, count);
      const found = seekByScan(index, bot, end);
      expect([seekByIndex(index, bot, end), seekByIndex(plain, bot, end)]).toEqual([found, found]);
    }
  },
);
