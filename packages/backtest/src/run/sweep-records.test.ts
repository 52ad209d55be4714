import { ratio } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { columnsOf } from '../candles/columns.ts';
import { runSweep } from './run-sweep.ts';
import { recordsToCsv, sweepRecords } from './sweep-records.ts';
import { candlesOf, configOf } from '../../tests/_market.ts';

const candles = columnsOf(candlesOf('2000 2012 1930 1990', '1990 2030 1990 2030'));
const third = configOf({ stopLoss: '20', direction: 'short' });
const configs = [configOf(), { ...third, bot: { ...third.bot, stepDistance: ratio(1n, 75n) } }];

test('a record contains the settings in the form of a configuration file and the figures of the run', () => {
  const { rows } = runSweep(candles, configs);
  const records = sweepRecords(configs, rows);
  expect(records[0]).toMatchObject({
    config: 0,
    direction: 'long',
    stepDistance: '1',
    takeProfit: '0.5',
    investmentRatio: '50',
    stopLoss: null,
    slippage: '0',
    ...rows[0]?.summary,
  });
  expect(records[1]).toMatchObject({ config: 1, direction: 'short', stepDistance: '1.333333333333', stopLoss: '20' });
});

test('records are printed as CSV, and an empty list is printed as an empty header line', () => {
  const lines = recordsToCsv(sweepRecords(configs, runSweep(candles, configs).rows)).split('\n');
  expect(lines[0]).toMatch(/^config,direction,martinSteps,.*,netPnl,unrealizedPnl,maxStep,liquidated,stopped$/);
  expect(lines[1]).toMatch(/^0,long,4,1,1,,0.5,10,50,10000,100,true,,0.0002,0.0005,through,byClose,0,2,/);
  expect(lines).toHaveLength(4);
  expect(recordsToCsv([])).toBe('\n');
});

test('a record of distances from ATR has the factor and no fixed distance', () => {
  const atr = configOf({ stepDistance: null, atrMultiplier: '1.5' });
  const record = { config: 0, summary: runSweep(candles, configs).rows[0]!.summary, fingerprint: 0 };
  expect(sweepRecords([atr], [record])[0]).toMatchObject({ stepDistance: null, atrMultiplier: '1.5' });
});

test('sweepRecords throws an error for a row without a configuration', () => {
  expect(() => sweepRecords([], runSweep(candles, configs).rows)).toThrow('not in the list');
});
