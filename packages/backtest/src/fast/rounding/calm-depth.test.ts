// Tests of the calm depth: the number of filled steps up to which the price certainly reaches the next entry before the stop loss and the liquidation.
import { expect, test } from 'vitest';
import type { BacktestConfig } from '../../config/config.ts';
import { configOf } from '../../../tests/_market.ts';
import { fastTermsOf } from '../terms.ts';

function calmDepth(config: BacktestConfig): number | undefined {
  return fastTermsOf(config, 500_000)?.calmDepth;
}

const ladder = { martinSteps: 6, cyclicSteps: 0, stepDistance: '2', investmentRatio: '50' };

test.each(['long', 'short'])(
  'the calm depth of a %s at leverage 1 contains every step except the last',
  (direction) => {
    expect(calmDepth(configOf({ ...ladder, direction, leverage: '1' }))).toBe(5);
  },
);

test('at high leverage the calm depth ends where the ladder could be liquidated before the next entry', () => {
  // The steps have 1, 1, 2, 4, 8 and 16 parts of 32. When the price reaches the sixth entry, the first five steps have
  // lost 1.9 % of the value of the ladder. This is 0.5 of a budget at leverage 50 and 1.2 of a budget at leverage 125.
  // When the price reaches the fifth entry, four steps have lost 0.9 % of the value.
  expect(calmDepth(configOf({ ...ladder, leverage: '50' }))).toBe(5);
  expect(calmDepth(configOf({ ...ladder, leverage: '125' }))).toBe(4);
});

test('a stop loss that can act within the ladder reduces the calm depth', () => {
  expect(calmDepth(configOf({ ...ladder, leverage: '1', stopLoss: '0.6' }))).toBe(4);
  expect(calmDepth(configOf({ ...ladder, leverage: '1', stopLoss: '0.0001' }))).toBe(0);
});
