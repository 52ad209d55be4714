// How deep a ladder certainly stands before a stop loss or a liquidation.
import { expect, test } from 'vitest';
import type { BacktestConfig } from '../../config/config.ts';
import { configOf } from '../../../tests/_market.ts';
import { fastTermsOf } from '../terms.ts';

function calmDepth(config: BacktestConfig): number | undefined {
  return fastTermsOf(config, 500_000)?.calmDepth;
}

const ladder = { martinSteps: 6, cyclicSteps: 0, stepDistance: '2', investmentRatio: '50' };

test.each(['long', 'short'])('a %s with little at stake is calm on every step but the last', (direction) => {
  expect(calmDepth(configOf({ ...ladder, direction, leverage: '1' }))).toBe(5);
});

test('a ladder of many times what it has is calm until its size could be liquidated at the next entry', () => {
  // Parts of 1, 1, 2, 4, 8, 16 in 32: at the sixth entry the five before it have lost 1.9 % of the whole ladder's value,
  // which is 0.5 of a budget at leverage 50 and 1.2 at 125; at the fifth entry four have lost 0.9 %.
  expect(calmDepth(configOf({ ...ladder, leverage: '50' }))).toBe(5);
  expect(calmDepth(configOf({ ...ladder, leverage: '125' }))).toBe(4);
});

test('a stop loss within the ladder ends the calm', () => {
  expect(calmDepth(configOf({ ...ladder, leverage: '1', stopLoss: '0.6' }))).toBe(4);
  expect(calmDepth(configOf({ ...ladder, leverage: '1', stopLoss: '0.0001' }))).toBe(0);
});
