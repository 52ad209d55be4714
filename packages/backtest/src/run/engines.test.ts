// Runs every engine on a few random bots over short generated markets. `npm run agree` runs the engines on many more bots and markets.
import { decimal } from '@rondo/decimal';
import { seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { casesOf, compareEngines, compareWalks } from '../../../../tests/agreement/compare.ts';
import { madeUpSeries } from '../../../../tests/agreement/series.ts';
import { columnsOf, shareColumns } from '../candles/columns.ts';
import { runBacktest } from './run-backtest.ts';
import { candlesOf, configOf } from '../../tests/_market.ts';

test.each([1, 2, 3, 4])('all engines give one result on a short market that is generated from the seed %i', (seed) => {
  const series = madeUpSeries(seededChance(`engines ${seed}`), 400);
  const cases = casesOf(series, 0, 40);
  const { differences, fills } = compareEngines(series, cases);
  expect(differences).toEqual([]);
  expect(fills).toBeGreaterThan(20);
  for (const one of cases.slice(0, 5)) expect(compareWalks(series, one)).toBeNull();
});

const candles = columnsOf(candlesOf('2000 2012 1930 1990', '1990 2030 1990 2030', '2030 2030 1500 1500'));

test.each(['reducer', 'scan', 'indexed'] as const)(
  'the %s engine gives equal results with candles in shared memory and in normal memory',
  (engine) => {
    const own = runBacktest(candles, configOf(), { engine });
    expect(runBacktest(shareColumns(candles), configOf(), { engine })).toEqual(own);
    expect(own.engine).toBe(engine);
  },
);

test.each([
  [
    'a bot with position tiers',
    {
      instrument: {
        tickSz: '0.01',
        lotSz: '0.01',
        minSz: '0.01',
        ctVal: '0.1',
        tiers: [
          ['100', '0.004'],
          ['900', '0.05'],
        ],
      },
    },
  ],
  ['a bot without compounding', { compound: false, fill: 'touch' }],
  [
    'a bot whose ratios have many digits',
    { stepDistance: '0.7333333333', takeProfit: '0.4111111111', slippage: '0.0003333333' },
  ],
  ['a bot with a stop loss', { stopLoss: '3', cyclicSteps: 3 }],
  [
    'a bot whose budget is used up',
    { allocation: '30', instrument: { tickSz: '0.01', lotSz: '0.01', minSz: '0.1', ctVal: '0.1', mmr: '0' } },
  ],
  ['a short that is liquidated', { direction: 'short', leverage: '100', investmentRatio: '100' }],
])('every engine gives the result of the reducer for %s', (_, changes) => {
  const funding = [
    { at: 0, rate: decimal('0.001') },
    { at: 60_000, rate: decimal('-0.002') },
    { at: 9e9, rate: decimal('0.1') },
  ];
  const config = configOf(changes);
  const { engine: _engine, ...truth } = runBacktest(candles, config, { funding, engine: 'reducer' });
  for (const engine of ['scan', 'indexed'] as const)
    expect(runBacktest(candles, config, { funding, engine })).toMatchObject(truth);
});
