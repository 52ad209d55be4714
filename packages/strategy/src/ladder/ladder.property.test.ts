import {
  addFractions,
  compareFractions,
  fraction,
  lots,
  sizeOf,
  toFraction,
  multiplyFractions,
  zeroFraction,
  priceOf,
  type Fraction,
  percent,
  percentToRatio,
  ratio,
  decimalOf,
} from '@rondo/decimal';
import { botConfig, ethSwap } from '@rondo/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planLadder } from './ladder.ts';
import { targetPrice } from '../round/levels.ts';

const anyLadder = fc.record({
  martinSteps: fc.integer({ min: 2, max: 10 }),
  distance: fc.oneof(
    fc.constantFrom('0.1', '5', '10'),
    fc.integer({ min: 1, max: 50 }).map((tenths) => `${tenths / 10}`),
  ),
  ratio: fc.constantFrom(1n, 50n, 100n),
  leverage: fc.constantFrom(1n, 10n, 20n),
  budget: fc.bigInt({ min: 100n, max: 10_000_000n }),
  firstPrice: fc.bigInt({ min: 50_000n, max: 10_000_000n }),
  direction: fc.constantFrom('long' as const, 'short' as const),
});

test('each step of a ladder is farther from the first price, and the rounded sizes never cost more than the budget allows', () => {
  let planned = 0;
  fc.assert(
    fc.property(anyLadder, (ladder) => {
      const config = botConfig({
        ...ladder,
        allocation: decimalOf(ladder.budget),
        leverage: decimalOf(ladder.leverage),
        investmentRatio: ratio(ladder.ratio, 100n),
        stepDistance: percentToRatio(percent(ladder.distance)),
      });
      const result = planLadder({ config, budget: config.allocation, firstPrice: fraction(ladder.firstPrice, 100n) });
      if (!result.ok) return;
      planned += 1;
      const { steps } = result.plan;
      let notional: Fraction = zeroFraction;
      for (const [index, step] of steps.entries()) {
        const before = steps[index - 1];
        if (before !== undefined)
          expect(ladder.direction === 'long' ? step.price < before.price : step.price > before.price).toBe(true);
        const value = multiplyFractions(toFraction(priceOf(step.price, ethSwap.tickSz)), toFraction(ethSwap.ctVal));
        const worth = multiplyFractions(value, toFraction(sizeOf(step.lots, ethSwap.lotSz)));
        expect(compareFractions(worth, step.amount)).toBeLessThanOrEqual(0);
        const oneMore = multiplyFractions(value, toFraction(sizeOf(lots(step.lots + 1n), ethSwap.lotSz)));
        expect(compareFractions(oneMore, step.amount)).toBe(1);
        notional = addFractions(notional, worth);
      }
      const most = fraction(ladder.budget * ladder.leverage * ladder.ratio, 100n);
      expect(compareFractions(notional, most)).toBeLessThanOrEqual(0);
    }),
    { numRuns: 500 },
  );
  expect(planned).toBeGreaterThan(50);
});

// A percentage of a price is not symmetric, so the reflection of a whole price path is not exact. Distances from one
// price are symmetric. For example, the target of a long is as far above the price as the target of a short is below
// the price.
test('a short ladder and a long ladder with one first price have the first gap and every target at equal distances on opposite sides of the price', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1_000n, max: 10n ** 9n }), fc.integer({ min: 1, max: 50 }), (price, tenths) => {
      const ratio = percentToRatio(percent(`${tenths / 10}`));
      const long = botConfig({ takeProfit: ratio, stepDistance: ratio, martinSteps: 2 });
      const short = botConfig({ takeProfit: ratio, stepDistance: ratio, martinSteps: 2, direction: 'short' });
      const average = fraction(price);
      expect(targetPrice(average, long) - price).toBe(price - targetPrice(average, short));
      const input = { budget: decimalOf(10n ** 12n), firstPrice: fraction(price, 100n) };
      const [down, up] = [planLadder({ ...input, config: long }), planLadder({ ...input, config: short })];
      if (!down.ok || !up.ok) throw new Error('The ladder of the long or of the short cannot be planned.');
      expect(price - (down.plan.steps[1]?.price ?? 0n)).toBe((up.plan.steps[1]?.price ?? 0n) - price);
    }),
  );
});
