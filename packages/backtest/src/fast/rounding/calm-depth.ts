// Computes the calm depth of a ladder: the number of filled steps up to which the price always reaches the next entry before the stop loss and the liquidation.
import { toFraction } from '@rondo/decimal';
import type { BacktestConfig } from '../../config/config.ts';
import { numberOf, type FastTier } from './ratio.ts';

/**
 * The configuration of a ladder, and its ratios. The ratios of step k are at the index k - 1. A height is the price of a
 * step divided by the first price.
 */
type Ladder = {
  readonly config: BacktestConfig;
  readonly heights: readonly number[];
  readonly parts: readonly number[];
  readonly tiers: readonly FastTier[];
};

/** A safety factor for the errors that the bounds below ignore, for example the rounding of doubles. */
const room = 1.01;
/**
 * Rounding moves a price by less than one tick of orders, and a `through` fill moves a price by one more tick of orders. A plan inside
 * `PlanBounds` has prices above 1,000 ticks of orders.
 */
const rounded = 3 / 1_000;

/**
 * Returns the deepest step up to which the price always reaches the next entry before the stop loss and the
 * liquidation. The result is valid while the round has filled only entries and its plan is inside `PlanBounds`. Let B
 * be the budget, and let the equity be at least B. Step k has a value of at most B * part(k), at a price of about first
 * price * height(k). At the price of the next entry, the open lots have therefore lost at most B times the sum of
 * part(k) * (height(k) - height(next)) / height(k). Fees and maintenance margin are also parts of these values, so every
 * loss is a part of B.
 */
export function calmDepthOf({ config, heights, parts, tiers }: Ladder): number {
  const { instrument, stopLoss } = config.bot;
  const fee = Math.max(0, numberOf(toFraction(instrument.makerFee)), numberOf(toFraction(instrument.takerFee)));
  const allowed = stopLoss === null ? Number.POSITIVE_INFINITY : numberOf(stopLoss.fractionOfBudget);
  const held = Math.max(...tiers.map(({ divisor }) => Math.abs(1 - divisor.value)));
  const isCalm = (depth: number): boolean => {
    // `heights` has one element for each step. The element of step k is at the index k - 1.
    const next = heights[depth]!;
    let lost = 0;
    let kept = 0;
    for (const [place, value] of heights.slice(0, depth).entries()) {
      // `parts` has one element for each height.
      const part = parts[place]!;
      lost += part * (Math.abs(1 - next / value) + rounded / value + fee);
      kept += part * (next / value + rounded / value) * held;
    }
    return lost * room < allowed && (lost + kept) * room < 1;
  };
  let depth = 0;
  while (depth + 1 < heights.length && isCalm(depth + 1)) depth += 1;
  return depth;
}
