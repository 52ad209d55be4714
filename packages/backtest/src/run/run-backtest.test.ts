import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import type { Candle } from '../candles/candles.ts';
import { candleAt, candlesIn, columnsOf } from '../candles/columns.ts';
import { fillRowsOf, fingerprintOf } from '../walk/fill-columns.ts';
import { bracketOf, runBacktest } from './run-backtest.ts';
import { runSweep } from './run-sweep.ts';
import { candlesOf, configOf } from '../../tests/_market.ts';
import { walkCandles } from '../walk/walk.ts';

const candles = candlesOf('2000 2012 1930 1990', '1990 2030 1990 2030', '2030 2030 2005 2011');

test('columns contain the candles from which they were made', () => {
  expect([...candlesIn(columnsOf(candles))]).toEqual(candles);
  expect(() => candleAt(columnsOf(candles), 3)).toThrow('no candle 3');
  const first = candlesOf('2000 2012 1930 1990')[0];
  if (first === undefined) throw new Error('The list of candles is empty.');
  expect(() => columnsOf([{ ...first, high: (2n ** 31n) as Candle['high'] }])).toThrow('more ticks');
});

test('runBacktest returns the figures and the rows of walkCandles', () => {
  const config = configOf();
  const walk = walkCandles({ config, candles });
  const result = runBacktest(columnsOf(candles), config);
  expect(result.summary).toEqual(walk.summary);
  expect(fillRowsOf(columnsOf(candles), config, result.fills)).toEqual(walk.rows);
});

test('a change of one price or one size changes the fingerprint', () => {
  const { fills, fingerprint } = runBacktest(columnsOf(candles), configOf());
  expect(fingerprintOf(fills)).toBe(fingerprint);
  expect(fingerprintOf({ ...fills, price: fills.price.map((price) => price + 1) })).not.toBe(fingerprint);
  expect(fingerprintOf({ ...fills, lots: fills.lots.map((size) => size + 1) })).not.toBe(fingerprint);
  expect(fingerprintOf({ ...fills, candle: fills.candle.map((index) => index + 1) })).not.toBe(fingerprint);
  expect(fingerprintOf({ ...fills, step: fills.step.map((step) => step + 1) })).not.toBe(fingerprint);
});

test('bracketOf returns the figures of a run under every path rule', () => {
  const bracket = bracketOf(columnsOf(candles), configOf());
  for (const path of ['byClose', 'favourableFirst', 'adverseFirst'] as const)
    expect(bracket[path]).toEqual(walkCandles({ config: configOf({ path }), candles }).summary);
});

test('a sweep returns one row per configuration in their sequence, and returns no row when it is cancelled', () => {
  const configs = [configOf(), configOf({ direction: 'short' }), configOf({ martinSteps: 2 })];
  const funding = [{ at: 60_000, rate: decimal('0.001') }];
  const shares: number[] = [];
  const sweep = runSweep(columnsOf(candles), configs, {
    funding,
    mayContinue: (done) => {
      shares.push(done);
      return true;
    },
  });
  expect(shares.every((done) => done >= 0 && done <= 1)).toBe(true);
  expect(shares.length).toBeGreaterThan(0);
  expect(sweep.rows.map((row) => row.config)).toEqual([0, 1, 2]);
  for (const [index, config] of configs.entries()) {
    const { summary, fingerprint } = runBacktest(columnsOf(candles), config, { funding });
    expect(sweep.rows[index]).toEqual({ config: index, summary, fingerprint });
  }
  expect(runSweep(columnsOf(candles), configs, { mayContinue: () => false })).toEqual({ isCancelled: true, rows: [] });
});

test('sizes that are too large for an exact double are printed exactly to the last lot', () => {
  const config = configOf({
    allocation: '999999999999.99',
    instrument: { tickSz: '0.01', lotSz: '0.000001', minSz: '0.01', ctVal: '0.001', mmr: '0.004' },
    leverage: '3',
    investmentRatio: '20',
  });
  const columns = columnsOf(candlesOf('1877.41 1880 1870 1875.5'));
  const { fills } = runBacktest(columns, config);
  // The expected size is 999999999999.99 * 0.2 * 3 / 8 / (1877.41 * 0.001), rounded down to 0.000001.
  expect(fillRowsOf(columns, config, fills)[0]).toMatchObject({ size: '39948652665.107381', fee: '37499999.99999962' });
});
