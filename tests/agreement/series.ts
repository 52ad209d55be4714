// The series for the comparison of the engines: candles that are generated from a seed, and recorded candles. This module also runs in a browser.
import { finestTick, makeColumns, parseCandles, type CandleColumns, type FundingRate } from '@rondo/backtest';
import { decimal, formatDecimal } from '@rondo/decimal';
import type { SeededChance } from '@rondo/testkit';
import type { Market } from './configurations.ts';

/** Candles with a name, the rules of their market, and the funding in the period of the candles. */
export type Series = {
  readonly name: string;
  readonly candles: CandleColumns;
  readonly market: Market;
  readonly funding: readonly FundingRate[];
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The first prices of generated candles, in ticks. At the price of 400 ticks, several steps of a ladder can have one price. */
const starts = [400, 3_000, 20_000, 180_000, 9_000_000] as const;

/** Generates a random walk of `count` minutes, with jumps between candles and rare crashes. When `start` is missing, the first price is a random element of `starts`. */
export function madeUpSeries(chance: SeededChance, count: number, start: number = chance.pick(starts)): Series {
  const wildness = chance.pick([0.0005, 0.002, 0.01]);
  const candles = makeColumns(count);
  let price = start;
  const move = (by: number): number => {
    const crash = chance.happens(0.0005) ? -0.2 * chance.next() : 0;
    price = Math.max(5, Math.min(20_000_000, Math.round(price * (1 + by * (chance.next() - 0.499) + crash))));
    return price;
  };
  for (let index = 0; index < count; index += 1) {
    const open = index > 0 && chance.happens(0.9) ? price : move(wildness * 4);
    const close = move(wildness * 2);
    const reach = (): number => Math.floor(chance.exponential(wildness) * price);
    candles.at[index] = index * minuteMs;
    candles.open[index] = open;
    candles.close[index] = close;
    candles.high[index] = Math.max(open, close) + reach();
    candles.low[index] = Math.max(1, Math.min(open, close) - reach());
  }
  const market = { tickSz: '0.01', lotSz: '0.01', minSz: chance.pick(['0.01', '0.1']), ctVal: '0.1' };
  return { name: `made up from ${start} ticks`, candles, market, funding: madeUpFunding(candles) };
}

/** Returns the candles of a CSV text. The number of decimals of the prices determines the tick size. */
export function seriesOfText(name: string, text: string): Series {
  const tickSz = finestTick(text);
  const parsed = parseCandles(text, tickSz);
  if (!parsed.ok) throw new Error(`${name} line ${parsed.refusal.line}: ${parsed.refusal.reason}`);
  const ctVal = name.includes('BTC') ? '0.01' : '0.1';
  const market = { tickSz: formatDecimal(tickSz), lotSz: '0.01', minSz: '0.01', ctVal };
  return { name, candles: parsed.columns, market, funding: madeUpFunding(parsed.columns) };
}

function madeUpFunding(candles: CandleColumns): readonly FundingRate[] {
  const first = candles.at[0] ?? 0;
  const last = candles.at.at(-1) ?? 0;
  const rates = ['0.0001', '-0.00003123', '0.000512345678'].map(decimal);
  // Each funding time is 5 ms before the start of a minute. The first funding is therefore before the first candle, and each other funding is
  // between two candles.
  return Array.from({ length: Math.ceil((last - first) / (8 * hourMs)) + 1 }, (_, index) => ({
    at: first + index * 8 * hourMs - 5,
    rate: rates[index % rates.length] ?? decimal('0'),
  }));
}
