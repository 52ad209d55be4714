// Tests of candles with a finer tick than the tick of orders (strategy 8.2). Every engine must give the same fills.
import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { columnsOf } from '../candles/columns.ts';
import { parseCandles } from '../csv/candle-csv.ts';
import { parseBacktestConfig } from '../config/config.ts';
import { runBacktest } from '../run/run-backtest.ts';
import { fillRowsOf } from './fill-columns.ts';
import { backtestConfigFields } from '@rondo/testkit';
import { candlesOf, configOf } from '../../tests/_market.ts';

/** Candles have ticks of 0.01, and orders have ticks of 0.5. */
const coarse = { tickSz: '0.5', candleTickSz: '0.01', lotSz: '0.01', minSz: '0.01', ctVal: '0.1', mmr: '0.004' };

/** Runs every engine, expects equal results, and returns the fills as texts "kind price size". */
function story(changes: Readonly<Record<string, unknown>>, ...texts: readonly string[]): readonly string[] {
  const config = configOf({ instrument: coarse, ...changes });
  const candles = columnsOf(candlesOf(...texts));
  const fast = runBacktest(candles, config);
  for (const engine of ['reducer', 'scan'] as const)
    expect(runBacktest(candles, config, { engine })).toEqual({ ...fast, engine });
  expect(fast.engine).toBe('indexed');
  return fillRowsOf(candles, config, fast.fills).map(
    ({ kind, step, price, size }) => `${kind}${step} ${price} ${size}`,
  );
}

test('step 1 fills at the price of the candle, and steps and exits are on ticks of orders', () => {
  // Step 1 has 6250 USDT. At 2000, which is 2000.37 rounded down, they are 31.25 contracts. Step 2 is at 1980.37 rounded down.
  const fills = ['entry1 2000.37 31.25', 'entry2 1980 31.56'];
  // An order at 1980 fills when the price reaches 1979.5.
  expect(story({}, '2000.37 2000.37 1979.51 1980')).toEqual(fills.slice(0, 1));
  expect(story({}, '2000.37 2000.37 1979.5 1980')).toEqual(fills);
  expect(story({ fill: 'touch' }, '2000.37 2000.37 1980 1980')).toEqual(fills);
  // The average entry is 1990.136..., and 0.5 % above it is 2000.087, which is 2000.5 rounded up.
  expect(story({ compound: false }, '2000.37 2000.37 1979.5 1980', '1980 2001 1980 1999.99').slice(2)).toEqual([
    'exit0 2000.5 62.81',
    'entry1 2001 31.23',
  ]);
});

test.each([
  // 0.1 % above 2000.37 is 2002.370..., which is rounded up. 0.1 % below it is 1998.369..., which is rounded down.
  ['long', 'entry1 2002.5 31.25'],
  ['short', 'entry1 1998 31.24'],
])('slippage moves the price of a %s to a tick of orders', (direction, fill) => {
  expect(story({ direction, slippage: '0.001' }, '2000.37 2000.37 2000.37 2000.37')).toEqual([fill]);
});

test.each([
  // The loss of 100 USDT with the entry fee is reached at 1969.370... for a long and at 2031.372... for a short.
  ['long', '2000.37 2000.37 1960 1960', 'stop0 1969 31.25'],
  ['short', '2000.37 2040 2000.37 2040', 'stop0 2031.5 31.24'],
])('the stop loss of a %s is on a tick of orders', (direction, candle, stop) => {
  const changes = { direction, stopLoss: '1', stepDistance: '5' };
  expect(story(changes, candle)[1]).toBe(stop);
});

test('the liquidation price is on a tick of orders', () => {
  // All four steps are filled. The liquidation price is 1573.687..., which is rounded down.
  const fills = story({ cyclicSteps: 0, takeProfit: '50' }, '2000.37 2000.37 1500 1500');
  expect(fills.at(-1)).toMatch(/^liquidation0 1573\.5 /);
});

test('a base exit that cycles have brought nearer is on a tick of orders', () => {
  // The credit of three cycles brings the base exit to 2000.993..., which is rounded up.
  const changes = { cyclicSteps: 3, cycleCredit: '20' };
  const fills = story(changes, '2000.37 2000.37 1950 1985.5', '1985.5 2010 1960 2010');
  expect(fills.slice(3, 8)).toEqual([
    'cycle3 1970.5 63.75',
    'entry3 1960.5 63.75',
    'cycle3 1970.5 63.75',
    'cycle2 1990 31.56',
    'exit0 2001 31.25',
  ]);
});

test('candles and configurations are refused when a price or a tick size does not fit', () => {
  const row = (price: string): string => `ts_ms,open,high,low,close\n0,${price},${price},${price},${price}\n`;
  expect(parseCandles(row('2000.375'), configOf({ instrument: coarse }).bot.instrument.tickSz)).toEqual({
    ok: false,
    refusal: { line: 2, reason: 'open 2000.375 is not a multiple of the tick size 0.01' },
  });
  const parse = (candleTickSz: string): unknown =>
    parseBacktestConfig({ ...backtestConfigFields, instrument: { ...coarse, candleTickSz } });
  expect(parse('0.3')).toEqual({
    ok: false,
    refusal: { field: 'instrument.candleTickSz', reason: 'must divide tickSz 0.5' },
  });
  expect(parse('1')).toMatchObject({ ok: false, refusal: { field: 'instrument.candleTickSz' } });
  expect(configOf({ instrument: { ...coarse, candleTickSz: '0.5' } }).bot.instrument).not.toHaveProperty('orderTickSz');
  expect(configOf({ instrument: coarse }).bot.instrument).toMatchObject({
    tickSz: decimal('0.01'),
    orderTickSz: decimal('0.5'),
  });
});
