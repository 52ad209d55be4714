// Tests of the bounds of the fast loop. When the doubles of the fast loop are not exact, the reducer simulates the bot.
// Inside the bounds both engines give equal results.
import { decimal, ratio } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { columnsOf, makeColumns } from '../candles/columns.ts';
import type { BacktestConfig } from '../config/config.ts';
import { recordFills } from '../walk/fill-columns.ts';
import { runBacktest, type BacktestEngine, type BacktestOptions } from '../run/run-backtest.ts';
import { runSweep } from '../run/run-sweep.ts';
import { candlesOf, configOf } from '../../tests/_market.ts';
import type { WalkSummary } from '../walk/walk.ts';
import { makeFastBot, type FastBot } from './bot.ts';
import { indexCandles } from './search/candle-index.ts';
import { walkFast } from './run-fast.ts';
import { fastTermsOf } from './terms.ts';

const free = { makerFee: '0', takerFee: '0' };
const market = { tickSz: '0.01', lotSz: '0.01', minSz: '0.01', ctVal: '0.1' };

// A configuration for coins with a price of millions.
const rich = { ...free, martinSteps: 2, allocation: '10000000' };

/** Returns the engine that simulated the bot, and the figures. Expects the figures of the reducer in a single run and in a sweep. */
function walked(
  config: BacktestConfig,
  texts: readonly string[],
  options: BacktestOptions = {},
): { readonly by: BacktestEngine; readonly summary: WalkSummary } {
  const candles = columnsOf(candlesOf(...texts));
  const truth = runBacktest(candles, config, { ...options, engine: 'reducer' });
  const run = runBacktest(candles, config, options);
  expect(run).toEqual({ ...truth, engine: run.engine });
  const { summary, fingerprint } = truth;
  expect(runSweep(candles, [config], options).rows).toEqual([{ config: 0, summary, fingerprint }]);
  return { by: run.engine, summary };
}

/** Returns a bot of the fast loop before its first candle. */
function botOf(config: BacktestConfig, highest: number): FastBot {
  const terms = fastTermsOf(config, highest);
  if (terms === null) throw new Error('The fast loop does not support this configuration.');
  return makeFastBot(terms, { recorder: recordFills() });
}

// A ladder of 7e8 USDT has 7e13 ticks x lots, which is slightly below `maxRoundValue`.
const huge = { ...free, martinSteps: 2, cyclicSteps: 0, allocation: '140000000', compound: false };
const hugeAndSafe = { ...huge, direction: 'short', leverage: '1', investmentRatio: '1', allocation: '70000000000' };

test('the reducer simulates a bot whose round has a value that is too large for exact doubles', () => {
  expect(walked(configOf(huge), ['2000 2000 2000 2000']).by).toBe('indexed');
  expect(walked(configOf({ ...huge, allocation: '150000000' }), ['2000 2000 2000 2000']).by).toBe('reducer');
});

test('the reducer simulates a short when the value of its position at a funding or at its liquidation is too large for exact doubles', () => {
  const funding = [{ at: 60_000, rate: decimal('0.001') }];
  const texts = ['10 400 10 400', '400 400 400 400'];
  expect(walked(configOf(hugeAndSafe), texts).by).toBe('indexed');
  expect(walked(configOf(hugeAndSafe), texts, { funding }).by).toBe('reducer');
  const { by, summary } = walked(configOf(hugeAndSafe), ['10 2000 10 2000']);
  expect([by, summary.liquidated]).toEqual(['reducer', true]);
});

test('the reducer simulates a bot when the sum of its cycles is too large for exact doubles', () => {
  const config = configOf({ ...huge, cyclicSteps: 1, cycleCredit: '0' });
  const cycle = '1995 1996 1970 1996';
  const ladder = (cycles: number): readonly string[] => [
    '2000 2000 2000 2000',
    ...Array.from({ length: cycles }, () => cycle),
  ];
  expect(walked(config, ladder(20))).toMatchObject({ by: 'indexed', summary: { cycles: 20 } });
  expect(walked(config, ladder(40))).toMatchObject({ by: 'reducer', summary: { cycles: 40 } });
});

test('the fast loop simulates a bot whose finished rounds have a sum that is too large for exact doubles', () => {
  // A round ends when the price has risen by 0.5 %, so the bot completes about 150 rounds while the price rises from
  // 2000 to 4300. Each round buys and sells 3.5e13 ticks x lots.
  const { by, summary } = walked(configOf({ ...huge, makerFee: '0.0002', takerFee: '0.0005' }), [
    '2000 4300 2000 4300',
  ]);
  expect(by).toBe('indexed');
  expect(summary.rounds).toBeGreaterThan(140);
});

test('when fees exceed the gains of cycles, the base exit moves above every price of the series', () => {
  // This fee is above the bound of a configuration file. It is within the separate bound of the fast loop.
  const { bot, ...rules } = configOf({ ...rich, leverage: '1', investmentRatio: '1' });
  const config = { ...rules, bot: { ...bot, instrument: { ...bot.instrument, makerFee: decimal('0.5') } } };
  const cycle = '9950000 9960000 9850000 9960000';
  const { by, summary } = walked(config, [
    '10000000 10000000 9950000 9950000',
    ...Array.from({ length: 9 }, () => cycle),
  ]);
  expect([by, summary.rounds]).toEqual(['indexed', 0]);
  expect(summary.cycles).toBeGreaterThan(5);
});

test('a stop loss whose level no price can reach never acts, and a liquidation level that the price has already passed acts at the current price', () => {
  const far = configOf({ ...rich, direction: 'short', leverage: '1', investmentRatio: '1', stopLoss: '100' });
  expect(walked(far, ['1000000 1020000 1000000 1000000'])).toMatchObject({ by: 'indexed', summary: { stopped: null } });
  const near = configOf({ ...rich, investmentRatio: '100' });
  const funding = [59_997, 59_998, 59_999, 60_000].map((at) => ({ at, rate: decimal('0.9') }));
  const candle = '5000000 5000000 5000000 5000000';
  const { by, summary } = walked(near, [candle, candle], { funding });
  expect([by, summary.liquidated]).toEqual(['indexed', true]);
});

test('the reducer simulates a short with two cyclic exits on one tick, because the exit of the earlier step must fill first', () => {
  // The steps are at 1.99, 2.00 and 2.01. Both cyclic exits are at 1.99 after rounding down.
  const config = configOf({ ...free, direction: 'short', martinSteps: 3, cyclicSteps: 2, stepDistance: '0.5' });
  const { by, summary } = walked(config, ['1.99 2.02 1.99 1.99', '1.99 1.99 1.97 1.98']);
  expect([by, summary.cycles > 1]).toEqual(['reducer', true]);
});

test('the reducer simulates a bot when a price is above 2^30 ticks or the maintenance rate is near 1', () => {
  expect(walked(configOf(free), ['11000000 11000000 11000000 11000000']).by).toBe('reducer');
  const instrument = { ...market, mmr: '0.995' };
  expect(walked(configOf({ instrument, leverage: '1' }), ['2000 2000 1990 1990']).by).toBe('reducer');
});

test('walkFast returns false when the bot acts too many times between two prices of a candle', () => {
  // The stop loss acts at every tick from 2000 down to 900.
  const config = configOf({ ...free, stopLoss: '0.0001' });
  const candles = columnsOf(candlesOf('2000 2000 900 900'));
  const index = indexCandles(candles);
  expect(walkFast(botOf(config, index.highest), index, { end: 1, seek: 'index' })).toBe(false);
});

test('when a recorder throws an error other than OutOfBounds, walkFast throws the error of the recorder', () => {
  const index = indexCandles(columnsOf(candlesOf('2000 2000 2000 2000')));
  const bot = botOf(configOf(), index.highest);
  const failing: FastBot = {
    ...bot,
    recorder: {
      ...recordFills(),
      take: () => {
        throw new Error('The recorder failed.');
      },
    },
  };
  expect(() => walkFast(failing, index, { end: 1, seek: 'scan' })).toThrow('The recorder failed.');
});

test.each(['index', 'scan'] as const)(
  'a series that is simulated in several calls (search by %s) has the fills of a simulation in one call',
  (seek) => {
    const texts = Array.from(
      { length: 40 },
      (_, place) => `2000 ${2003 + place} ${1995 - place} ${1998 + (place % 5)}`,
    );
    const candles = columnsOf(candlesOf(...texts));
    const index = indexCandles(candles);
    const [whole, pieces] = [botOf(configOf(), index.highest), botOf(configOf(), index.highest)];
    walkFast(whole, index, { end: 40, seek });
    for (const end of [0, 1, 17, 40]) walkFast(pieces, index, { end, seek });
    expect(pieces.fingerprint).toBe(whole.fingerprint);
    expect([pieces.fills, pieces.candle]).toEqual([whole.fills, whole.candle]);
    expect(whole.fills).toBeGreaterThan(5);
  },
);

test('an empty series has no fills in any engine', () => {
  const none = makeColumns(0);
  for (const engine of ['reducer', 'scan', 'indexed'] as const) {
    const { summary, fills } = runBacktest(none, configOf(), { engine, funding: [{ at: 0, rate: decimal('0.001') }] });
    expect(summary).toMatchObject({ candles: 0, fills: 0, netPnl: '0.00000000', stopped: null });
    expect(fills.count).toBe(0);
  }
  expect(runSweep(none, [configOf()]).rows[0]?.summary).toMatchObject({ candles: 0, fills: 0 });
});

test.each([
  ['stop_loss', { endsBot: true, autoReentry: true }],
  ['last_round', { endsBot: false, autoReentry: false }],
  [null, { endsBot: false, autoReentry: true }],
])('after a stop loss every engine reports the end %s', (stopped, { endsBot, autoReentry }) => {
  const config = configOf();
  const stopLoss = { fractionOfBudget: ratio(1n, 100n), endsBot };
  const bot = { ...config.bot, stopLoss, autoReentry };
  const { by, summary } = walked({ ...config, bot }, ['2000 2000 1800 1900', '1900 1900 1900 1900']);
  expect([by, summary.stopped]).toEqual(['indexed', stopped]);
});

test('when the slippage of a stop loss uses up the budget, the bot ends with below_min_size', () => {
  const config = configOf({ stopLoss: '20', slippage: '0.9' });
  expect(walked(config, ['2000 2000 2000 2000'])).toMatchObject({
    by: 'indexed',
    summary: { stopped: 'below_min_size', rounds: 0 },
  });
});
