// Tests of the size of step 1 with slippage (strategy 8.1). Every engine must give the same fills.
import { expect, test } from 'vitest';
import { columnsOf } from '../candles/columns.ts';
import { runBacktest, type BacktestEngine } from '../run/run-backtest.ts';
import { fillRowsOf } from './fill-columns.ts';
import { candlesOf, configOf } from '../../tests/_market.ts';

const engines = ['reducer', 'scan', 'indexed'] as const;

/** Runs every engine, expects equal results, and returns the fills and the engine that simulated the bot. */
function walked(
  changes: Readonly<Record<string, unknown>>,
  ...texts: readonly string[]
): { readonly fills: readonly string[]; readonly by: BacktestEngine; readonly stopped: string | null } {
  const config = configOf(changes);
  const candles = columnsOf(candlesOf(...texts));
  const runs = engines.map((engine) => runBacktest(candles, config, { engine }));
  const [first, , last] = runs;
  if (first === undefined || last === undefined) throw new Error('The list of engines is empty.');
  for (const run of runs) expect(run).toEqual({ ...first, engine: run.engine });
  const fills = fillRowsOf(candles, config, first.fills).map(({ kind, step, price, size, fee }) =>
    [`${kind}${step}`, price, size, fee].join(' '),
  );
  return { fills, by: last.engine, stopped: first.summary.stopped };
}

test.each([
  // Step 1 has 6250 USDT. At 2000 without slippage, 6250 USDT are 31.25 contracts. Step 2 is 1 % from the fill price.
  ['long', '2000 2000 1970 1970', ['entry1 2002 31.25 3.12812500', 'entry2 1981.98 31.53 1.24983659']],
  ['short', '2000 2030 2000 2030', ['entry1 1998 31.25 3.12187500', 'entry2 2017.98 30.97 1.24993681']],
])(
  'the size of step 1 of a %s depends on the price without slippage, and step 2 depends on the fill price',
  (direction, candle, expected) => {
    expect(walked({ direction, slippage: '0.001' }, candle)).toEqual({ fills: expected, by: 'indexed', stopped: null });
  },
);

test('a step that slippage moves below the minimum size gets the minimum size', () => {
  const instrument = { tickSz: '0.01', lotSz: '0.01', minSz: '0.1', ctVal: '0.1', mmr: '0.004' };
  const two = { instrument, martinSteps: 2, cyclicSteps: 0, allocation: '8', stepDistance: '0.1', fill: 'touch' };
  // Each step has 20 USDT. They buy 0.1 contracts at 2000 and at 1998, and less than 0.1 contracts at 2007.99.
  const { fills } = walked({ ...two, slippage: '0.005' }, '2000 2000 1990 1990');
  expect(fills.map((fill) => fill.split(' ').slice(0, 3).join(' '))).toEqual(['entry1 2010 0.1', 'entry2 2007.99 0.1']);
  expect(walked({ ...two, allocation: '7.99' }, '2000 2000 1990 1990').stopped).toBe('below_min_size');
});

test('a round has only step 1 when two deeper steps have the same price after slippage', () => {
  // Without slippage the steps are at 1.00, 1.01 and 1.02. From the fill price 0.99 both deeper steps are at 1.00.
  const three = { direction: 'short', martinSteps: 3, cyclicSteps: 0, stepDistance: '0.5', investmentRatio: '5' };
  const { fills, by } = walked({ ...three, leverage: '1', slippage: '0.01' }, '1 1.2 1 1.2', '1.2 1.2 0.97 0.98');
  expect([fills.slice(0, 2), by]).toEqual([['entry1 0.99 1250 0.06187500', 'exit0 0.98 1250 0.02450000'], 'reducer']);
});
