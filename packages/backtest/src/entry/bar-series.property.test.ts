// Properties of the bars and the gates of the fast loop: they equal the bars of the feed and the signals of the reducer, also with missing and misplaced candles.
import { createPrng, decimal } from '@rondo/decimal';
import { createBarFeed, priceOf, signalBars } from '@rondo/signals';
import { seededChance, type SeededChance } from '@rondo/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { configOf } from '../../tests/_market.ts';
import { makeColumns, type CandleColumns } from '../candles/columns.ts';
import type { BacktestConfig } from '../config/config.ts';
import { seriesLines } from './bar-series.ts';
import { signalCandlesOf } from './signal-candles.ts';
import { signalGateOf } from './signal-gate.ts';

const minuteMs = 60_000;
const tickSz = decimal('0.01');
const anySeed = fc.integer({ min: 1, max: 1_000_000 });
const bars = ['5m', '15m', '1H'] as const;

/** Returns minutes of a random walk. Some minutes are missing, and some candles begin between two minutes. Flat parts have no changes of the close. */
function damagedCandles(chance: SeededChance): CandleColumns {
  const lossRate = chance.pick([0, 0.0005, 0.01]);
  const rows: (readonly [number, number])[] = [];
  let price = 20_000;
  for (let minute = chance.between(0, 200); rows.length < 3_000; minute += 1) {
    if (!chance.happens(0.2)) price += chance.between(-30, 30);
    if (!chance.happens(lossRate)) rows.push([minute * minuteMs, price]);
    if (lossRate > 0 && chance.happens(0.002)) rows.push([minute * minuteMs + 30_000, price + 5_000]);
  }
  const candles = makeColumns(rows.length);
  for (const [index, [at, close]] of rows.entries()) {
    candles.at[index] = at;
    candles.open[index] = close;
    candles.close[index] = close;
    candles.high[index] = close + chance.between(0, 20);
    candles.low[index] = close - chance.between(0, 20);
  }
  return candles;
}

test('the bars of a series are the bars of a feed of the same candles', () => {
  fc.assert(
    fc.property(anySeed, fc.constantFrom(...bars), (seed, bar) => {
      const candles = damagedCandles(seededChance(`bars ${seed}`));
      const feed = createBarFeed({ candleMs: minuteMs, barMs: signalBars[bar] });
      const price = (column: Int32Array, index: number): number => priceOf(column[index] ?? 0, tickSz);
      for (const [index, openedAt] of candles.at.entries()) {
        const [high, low, close] = [candles.high, candles.low, candles.close].map((column) => price(column, index));
        feed.add({ openedAt, high: high ?? 0, low: low ?? 0, close: close ?? 0, isClosed: true });
      }
      const segments = feed.segments().filter((segment) => segment.length > 0);
      const { series } = seriesLines(candles, { kind: 'atr', length: 2 }, { bar, tickSz });
      const { columns, ends, starts } = series;
      const found = [...ends].map((end, index) => ({
        openedAt: (candles.at[end] ?? 0) + minuteMs - signalBars[bar],
        high: columns.high[index],
        low: columns.low[index],
        close: columns.close[index],
      }));
      expect(starts.map((from, segment) => found.slice(from, starts[segment + 1]))).toEqual(segments);
    }),
    { numRuns: 60 },
  );
});

test('a gate returns the next signal of the reducer from any candle on, in any sequence', () => {
  const anyRule = fc.record({
    bar: fc.constantFrom('5m', '15m'),
    length: fc.integer({ min: 2, max: 20 }),
    level: fc.integer({ min: 5, max: 95 }),
    when: fc.constantFrom('crossing', 'while'),
    direction: fc.constantFrom('long', 'short'),
    isRsi: fc.boolean(),
  });
  let signalCount = 0;
  fc.assert(
    fc.property(anySeed, anyRule, (seed, { bar, length, level, when, direction, isRsi }) => {
      const candles = damagedCandles(seededChance(`gates ${seed}`));
      const rule = isRsi ? ({ kind: 'rsi', length, level, when } as const) : ({ kind: 'ichimoku', when } as const);
      const config: BacktestConfig = { ...configOf({ direction }), entry: { kind: 'rule', rule, bar } };
      const signals = [...(signalCandlesOf(candles, config) ?? [])];
      const gate = signalGateOf(candles, config);
      const next = createPrng(seed);
      for (let ask = 0; ask < 200; ask += 1) {
        const from = Math.floor(next() * 3_000);
        expect(gate?.(from)).toBe(signals.find((candle) => candle >= from) ?? Number.POSITIVE_INFINITY);
      }
      signalCount += signals.length;
    }),
    { numRuns: 100 },
  );
  expect(signalCount).toBeGreaterThan(1_000);
});
