import { asRatio, decimal, fraction, multiplyFractions, toFraction, type Fraction, ratio } from '@rondo/decimal';
import { botConfig, StrategyDriver, ethSwap, noFee } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { baseExitPrice, cyclicTarget, stopLossPrice } from './levels.ts';
import { emptyLot } from './lot.ts';
import type { BotConfig, RoundState, StepState } from '../types.ts';

function opened(changes: Partial<BotConfig> = {}): StrategyDriver {
  const driver = new StrategyDriver(botConfig(changes), 200_000n).start();
  driver.fill('entry', 1, { fee: noFee });
  return driver;
}

function roundOf(driver: StrategyDriver): RoundState {
  if (driver.state.round === null) throw new Error('The bot has no round.');
  return driver.state.round;
}

function stepOf(driver: StrategyDriver, step: number): StepState {
  const found = roundOf(driver).steps[step - 1];
  if (found === undefined) throw new Error(`The round has no step ${step}.`);
  return found;
}

test('the cyclic exit is computed from the average price of the lot, or from the ladder price while the lot is empty', () => {
  const driver = opened();
  const target = () => cyclicTarget(roundOf(driver), stepOf(driver, 4), driver.state.config);
  // The expected target is 1921.25 * 1.005 = 1930.85625.
  expect(target()).toBe(193_086n);
  driver.fill('entry', 4, { price: 191_000n });
  expect([target(), driver.find('takeProfit', 4)?.price]).toEqual([191_955n, 191_955n]);
});

test('a stop loss has no level when only a price of zero would reach the loss', () => {
  // The 3.12 contracts cost 624 USDT. They are worth 0 USDT at the price zero and 0.00312 USDT at one tick above zero.
  const stopAt = (loss: Fraction) => {
    const stopLoss = { fractionOfBudget: asRatio(multiplyFractions(loss, fraction(1n, 10_000n))), endsBot: true };
    const driver = opened({ leverage: decimal('1'), stopLoss });
    return stopLossPrice(roundOf(driver), driver.state.config);
  };
  expect(stopAt(toFraction(decimal('623.99688')))).toBe(1n);
  expect(stopAt(toFraction(decimal('624')))).toBeNull();
});

test('the base exit of a short is below its entry, and the stop loss of a short is above its entry', () => {
  const stopLoss = { fractionOfBudget: ratio(1n, 20n), endsBot: true };
  const driver = opened({ direction: 'short', stopLoss });
  // The position is 3.125 ETH at 2000. The exit is half a percent below the entry, and the stop loss is at a loss of 500 USDT.
  expect(baseExitPrice(roundOf(driver), driver.state.config)).toBe(199_000n);
  expect(stopLossPrice(roundOf(driver), driver.state.config)).toBe(216_000n);
});

test('a round without a plan has no exit prices, and a round without a base lot has no base exit price', () => {
  const planless = new StrategyDriver(botConfig(), 200_000n).start();
  const { config } = planless.state;
  expect(cyclicTarget(roundOf(planless), stepOf(planless, 4), config)).toBeNull();
  expect(baseExitPrice(roundOf(planless), config)).toBeNull();
  const round = roundOf(opened());
  const emptied = { ...round, steps: round.steps.map((step) => ({ ...step, lot: emptyLot })) };
  expect(baseExitPrice(emptied, config)).toBeNull();
});

test('the cyclic targets do not limit the base exit of a short when the plan has no steps', () => {
  // When step 1 fills one percent lower, every deeper step has more lots. The last step then exceeds the tier, so the
  // plan is refused.
  const instrument = { ...ethSwap, tiers: [{ maxSz: decimal('244'), mmr: decimal('0.004') }] };
  const driver = new StrategyDriver(botConfig({ direction: 'short', instrument }), 200_000n).start();
  driver.dispatchFill('entry', { step: 1, lots: 3_125n, price: 198_000n });
  expect(roundOf(driver).plan?.steps).toEqual([]);
  expect(baseExitPrice(roundOf(driver), driver.state.config)).toBe(197_010n);
});
