// Computes the smallest allowed stop loss of a bot. A smaller stop loss would close the round as soon as the round
// opens (strategy 5).
import {
  addFractions,
  asPercent,
  compareFractions,
  decimalOf,
  divideFractions,
  ceilFraction,
  fraction,
  maxFraction,
  multiplyFractions,
  percentToRatio,
  subtractFractions,
  toFraction,
  zeroFraction,
  type Decimal,
  type Fraction,
  type Percent,
  type Ratio,
} from '@rondo/decimal';
import { leastMarkGap } from '../limits.ts';
import { mustExist } from '../must-exist.ts';
import { stepWeights } from '../ladder/weights.ts';
import type { BotConfig } from '../types.ts';

/**
 * The prices around an opening. `markGap` is the 99th percentile of |mark - last| / last of the last 24 hours, or null when
 * it was not measured. An unknown bid or ask counts as no spread.
 */
export type OpeningMarket = {
  readonly last: Decimal;
  readonly bid: Decimal | null;
  readonly ask: Decimal | null;
  readonly markGap: Ratio | null;
};

/**
 * Returns the smallest allowed stop loss when the stop loss of the configuration is smaller. Returns null when the stop
 * loss is large enough or off. The result is a percent of the budget, rounded up to 0.1.
 */
export function refusedStopLoss(config: BotConfig, market: OpeningMarket): Percent | null {
  if (config.stopLoss === null) return null;
  const smallest = smallestStopLoss(config, market);
  if (compareFractions(config.stopLoss.fractionOfBudget, smallest) >= 0) return null;
  const perTenth = fraction(1_000n);
  return asPercent(decimalOf(ceilFraction(multiplyFractions(smallest, perTenth)), 1));
}

/**
 * Returns the loss of step 1, as a part of the budget, when step 1 is closed at the opening price. The loss includes
 * both taker fees, the spread, and the gap between mark price and last price.
 */
function smallestStopLoss(config: BotConfig, market: OpeningMarket): Fraction {
  // Stryker disable next-line StringLiteral: the text appears only after a bug.
  const weight = mustExist(stepWeights(config.martinSteps)[0], 'the weight of step 1');
  const notional = multiplyFractions(multiplyFractions(config.investmentRatio, toFraction(config.leverage)), weight);
  const fee = toFraction(config.instrument.takerFee);
  const gap = maxFraction(percentToRatio(leastMarkGap), market.markGap ?? zeroFraction);
  const distance = [fee, fee, spreadOf(market), gap].reduce(addFractions);
  return multiplyFractions(notional, distance);
}

function spreadOf({ last, bid, ask }: OpeningMarket): Fraction {
  if (bid === null || ask === null) return zeroFraction;
  const spread = divideFractions(subtractFractions(toFraction(ask), toFraction(bid)), toFraction(last));
  return maxFraction(spread, zeroFraction);
}
