import {
  decimal,
  formatDecimal,
  fraction,
  fractionToDecimal,
  priceOf,
  sizeOf,
  toFraction,
  ratio,
  decimalOf,
  subtract,
} from '@rondo/decimal';
import { botConfig, ethSwap } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { maxPositionSize, planLadder, totalAmount } from './ladder.ts';
import type { BotConfig } from '../types.ts';

function planAt(price: string, changes: Partial<BotConfig> = {}) {
  const config = botConfig(changes);
  return planLadder({ config, budget: config.allocation, firstPrice: toFraction(decimal(price)) });
}

test('planLadder returns exactly the figures of the worked example in docs/strategy.md', () => {
  const result = planAt('2000.00');
  if (!result.ok) throw new Error(result.refusal.kind);
  const { steps } = result.plan;
  expect(steps.map((step) => formatDecimal(fractionToDecimal(step.amount, 8, 'halfUp')))).toEqual([
    '6250',
    '6250',
    '12500',
    '25000',
  ]);
  expect(steps.map((step) => formatDecimal(priceOf(step.price, ethSwap.tickSz)))).toEqual([
    '2000',
    '1973.4',
    '1947.15',
    '1921.25',
  ]);
  expect(steps.map((step) => formatDecimal(sizeOf(step.lots, ethSwap.lotSz)))).toEqual([
    '31.25',
    '31.67',
    '64.19',
    '130.12',
  ]);
  expect(steps.map((step) => step.cyclic)).toEqual([false, false, false, true]);
  expect(totalAmount(steps)).toEqual(fraction(50_000n));
});

test('the prices of a short ladder rise with each step and are rounded up', () => {
  const result = planAt('2000.00', { direction: 'short' });
  if (!result.ok) throw new Error(result.refusal.kind);
  expect(result.plan.steps.map((step) => formatDecimal(priceOf(step.price, ethSwap.tickSz)))).toEqual([
    '2000',
    '2026.6',
    '2053.56',
    '2080.87',
  ]);
});

test('a refusal for the minimum size contains the first step that is too small and the smallest allocation with which the plan is accepted', () => {
  const instrument = { ...ethSwap, minSz: decimal('1') };
  const refused = planAt('2000', { instrument, allocation: decimal('100') });
  expect(refused).toMatchObject({ ok: false, refusal: { kind: 'below_min_size', step: 1 } });
  if (refused.ok || refused.refusal.kind !== 'below_min_size')
    throw new Error('The plan was not refused for the minimum size.');
  const { smallestAllocation } = refused.refusal;
  expect(planAt('2000', { instrument, allocation: smallestAllocation }).ok).toBe(true);
  const less = subtract(smallestAllocation, decimalOf(1n, smallestAllocation.scale));
  expect(planAt('2000', { instrument, allocation: less }).ok).toBe(false);
  // At a price of 2000.01 the ladder needs 320.0016 USDT. The result is rounded up to whole cents.
  expect(planAt('2000.01', { instrument, allocation: decimal('100') })).toMatchObject({
    refusal: { smallestAllocation: decimal('320.01') },
  });
});

test('when slippage makes a step smaller than the minimum size, planLadder plans the step with the minimum size', () => {
  const config = botConfig({ instrument: { ...ethSwap, minSz: decimal('1') }, allocation: decimal('300') });
  const input = { config, budget: config.allocation, firstPrice: fraction(2000n) };
  expect(planLadder(input)).toMatchObject({ ok: false, refusal: { kind: 'below_min_size' } });
  const raised = planLadder({ ...input, raisesToMinimum: true });
  if (!raised.ok) throw new Error(raised.refusal.kind);
  expect(raised.plan.steps[0]?.lots).toBe(100n);
});

test('planLadder refuses a ladder when two steps are on one tick, or when a step has the price zero', () => {
  const coarse = { ...ethSwap, tickSz: decimal('100'), minSz: decimal('0.01') };
  expect(
    planAt('2000', { instrument: coarse, direction: 'short', stepDistance: ratio(1n, 10_000n), martinSteps: 3 }),
  ).toMatchObject({
    ok: false,
    refusal: { kind: 'same_tick', step: 3 },
  });
  expect(planAt('100', { instrument: coarse })).toMatchObject({ ok: false, refusal: { kind: 'same_tick', step: 2 } });
});

test('when a step is too small and two steps are on one tick, planLadder refuses with below_min_size', () => {
  const coarse = { ...ethSwap, tickSz: decimal('100') };
  const close = { direction: 'short', stepDistance: ratio(1n, 10_000n), martinSteps: 3 } as const;
  expect(planAt('2000', { ...close, instrument: { ...coarse, minSz: decimal('60') } })).toMatchObject({
    ok: false,
    refusal: { kind: 'below_min_size' },
  });
  // A step at the price zero has the size zero with every budget, so a larger budget would not help.
  expect(planAt('100', { instrument: { ...coarse, minSz: decimal('0.01') } })).toMatchObject({
    ok: false,
    refusal: { kind: 'same_tick' },
  });
});

test('planLadder refuses a step or a base exit above the largest limit order', () => {
  expect(planAt('2000', { instrument: { ...ethSwap, maxLimitSz: decimal('130') } })).toMatchObject({
    ok: false,
    refusal: { kind: 'above_max_size', step: 4 },
  });
  // A size equal to the bound is allowed. The last step has 130.12 contracts, and an exit of all four steps has 257.23 contracts.
  expect(planAt('2000', { instrument: { ...ethSwap, maxLimitSz: decimal('130.12') } }).ok).toBe(true);
  const whole = { ...ethSwap, maxLimitSz: decimal('257.23') };
  expect(planAt('2000', { instrument: whole, cyclicSteps: 0 }).ok).toBe(true);
  expect(planAt('2000', { instrument: { ...ethSwap, maxLimitSz: decimal('31.5') } })).toMatchObject({
    refusal: { step: 2 },
  });
  expect(
    planAt('2000', { instrument: { ...ethSwap, maxLimitSz: decimal('131') }, cyclicSteps: 1, direction: 'long' }).ok,
  ).toBe(true);
  const plain = { instrument: { ...ethSwap, maxLimitSz: decimal('131') }, cyclicSteps: 0 };
  expect(planAt('2000', plain)).toMatchObject({ refusal: { kind: 'above_max_size', step: 4 } });
});

test('planLadder refuses a ladder whose position exceeds the tier of its leverage', () => {
  const tiers = [
    { maxSz: decimal('100'), mmr: decimal('0.004'), maxLeverage: decimal('50') },
    { maxSz: decimal('300'), mmr: decimal('0.01'), maxLeverage: decimal('5') },
  ];
  const instrument = { ...ethSwap, tiers };
  expect(planAt('2000', { instrument })).toMatchObject({
    ok: false,
    refusal: { kind: 'beyond_tier', step: 3, maxSz: decimal('100') },
  });
  expect(planAt('2000', { instrument, leverage: decimal('5') }).ok).toBe(true);
  // The whole ladder has 257.23 contracts. A tier of 257.229 contracts does not contain the last lot of 0.01 contracts.
  const ending = (maxSz: string) => ({ ...ethSwap, tiers: [{ maxSz: decimal(maxSz), mmr: decimal('0.004') }] });
  expect(planAt('2000', { instrument: ending('257.23') }).ok).toBe(true);
  expect(planAt('2000', { instrument: ending('257.229') })).toMatchObject({
    refusal: { kind: 'beyond_tier', step: 4 },
  });
  expect(maxPositionSize({ ...ethSwap, tiers: [...tiers].reverse() }, decimal('5'))).toEqual(decimal('300'));
  expect(maxPositionSize(ethSwap, decimal('20'))).toBeNull();
});

test('planLadder refuses a ladder whose budget is not positive', () => {
  const config = botConfig();
  expect(planLadder({ config, budget: decimal('-1'), firstPrice: fraction(2000n) })).toEqual({
    ok: false,
    refusal: { kind: 'no_budget' },
  });
});
