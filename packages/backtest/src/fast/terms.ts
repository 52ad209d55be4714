// The terms of a configuration for the fast loop: its ratios as doubles, each with its exact number.
// Prices are signed: a short is walked as a long on negated prices, so that both use the same formulas
// (ADR 12). Levels that buy or that sell at a loss round down; levels that sell at a gain round up.
import {
  addFractions,
  divideFractions,
  floorFraction,
  multiplyFractions,
  oneFraction,
  powerOf,
  subtractFractions,
  toFraction,
  type Decimal,
  type Fraction,
} from '@rondo/decimal';
import { maxPositionSize, minLots, quantumOf, stepWeights } from '@rondo/strategy';
import type { BacktestConfig, PathRule } from '../config/config.ts';
import { calmDepthOf } from './rounding/calm-depth.ts';
import { maxExactInteger, maxFastTicks } from '../limits.ts';
import { numberOf, type FastTier, type Ratio } from './rounding/ratio.ts';

/**
 * A configuration as the numbers of the fast loop. Prices are signed ticks and money is ticks x lots.
 * `steps` is M; `baseSteps` is M - C.
 */
export type FastTerms = {
  readonly config: BacktestConfig;
  readonly sign: 1 | -1;
  readonly steps: number;
  readonly baseSteps: number;
  /** The ticks that the price has to move beyond a resting order before it fills: 1, or 0 when a touch fills it. */
  readonly beyond: 0 | 1;
  /** A candle's low comes before its high when close - open is at least this. */
  readonly lowFirstAt: number;
  /** Powers of 1 - s * d: the price of step k is the first price times `powers[k - 1]`. */
  readonly powers: readonly Ratio[];
  readonly powerValues: Float64Array;
  /** r * L * w of step k at index k - 1: its planned value as a part of the budget. */
  readonly parts: Float64Array;
  readonly target: Ratio;
  readonly targetValue: number;
  readonly worsensEntry: Ratio;
  readonly worsensClose: Ratio;
  readonly credit: number;
  readonly compounds: boolean;
  readonly makerFee: number;
  readonly takerFee: number;
  /** A part of the budget, or -1 when there is no stop loss. */
  readonly stopLoss: number;
  readonly tiers: readonly FastTier[];
  /** The divisor of the only tier; 0 when there are more. */
  readonly flatDivisor: number;
  /** The allocation in ticks x lots. */
  readonly allocation: number;
  readonly quantum: Decimal;
  readonly plan: PlanBounds;
  /** Up to this depth, while a round has filled only entries, the next entry acts before stop loss and liquidation. */
  readonly calmDepth: number;
};

/** Bounds within which a plan is certainly accepted; outside them the exact planner decides. */
export type PlanBounds = {
  readonly minFirstPrice: number;
  /** The smallest step has at least this part of budget / (first price + 1) lots; all steps together have at most `mostLots`. */
  readonly leastLots: number;
  readonly mostLots: number;
  readonly minLots: number;
  readonly maxLots: number;
  /** The planned value of the whole ladder as a part of the budget. */
  readonly value: number;
};

/** The terms of a configuration for prices up to `maxPrice` ticks; null when the fast loop cannot guarantee exact results. */
export function fastTermsOf(config: BacktestConfig, maxPrice: number): FastTerms | null {
  const { bot } = config;
  const { instrument } = bot;
  if (bot.waitsForSignal === true || instrument.maxLimitSz !== undefined || instrument.maxMarketSz !== undefined)
    return null;
  const sign = bot.direction === 'long' ? 1 : -1;
  const moved = (by: Fraction): Fraction =>
    sign === 1 ? addFractions(oneFraction, by) : subtractFractions(oneFraction, by);
  const against = (by: Fraction): Fraction =>
    sign === 1 ? subtractFractions(oneFraction, by) : addFractions(oneFraction, by);
  const step = against(bot.stepDistance);
  const farthest = Math.max(1, numberOf(powerOf(step, bot.martinSteps - 1)));
  // The largest price in any formula: the last step of a ladder that opened with slippage, times its target.
  const reach = maxPrice * farthest * (1 + numberOf(bot.takeProfit)) * (1 + numberOf(config.slippage)) + 2;
  const ratio = (exact: Fraction): Ratio => ratioOf(exact, reach);
  const powers = Array.from({ length: bot.martinSteps }, (_, index) => ratio(powerOf(step, index)));
  const total = multiplyFractions(bot.investmentRatio, toFraction(bot.leverage));
  const parts = stepWeights(bot.martinSteps).map((weight) => numberOf(multiplyFractions(total, weight)));
  const target = ratio(moved(bot.takeProfit));
  const tiers = tiersOf(config, against);
  const terms: FastTerms = {
    config,
    sign,
    steps: bot.martinSteps,
    baseSteps: bot.martinSteps - bot.cyclicSteps,
    beyond: config.fill === 'through' ? 1 : 0,
    lowFirstAt: lowFirstAt(config.path, sign),
    powers,
    powerValues: Float64Array.from(powers, (power) => power.value),
    parts: Float64Array.from(parts),
    target,
    targetValue: target.value,
    worsensEntry: ratio(moved(config.slippage)),
    worsensClose: ratio(against(config.slippage)),
    credit: numberOf(bot.cycleCredit),
    compounds: bot.compound,
    makerFee: numberOf(toFraction(instrument.makerFee)),
    takerFee: numberOf(toFraction(instrument.takerFee)),
    stopLoss: bot.stopLoss === null ? -1 : numberOf(bot.stopLoss.fractionOfBudget),
    tiers,
    // The length proves that the first tier exists.
    flatDivisor: tiers.length === 1 ? tiers[0]!.divisor.value : 0,
    allocation: numberOf(divideFractions(toFraction(bot.allocation), toFraction(quantumOf(instrument)))),
    quantum: quantumOf(instrument),
    plan: planBounds(config, powers, parts),
    calmDepth: calmDepthOf({ powers, parts, tiers, config }),
  };
  return reach < maxFastTicks && isOrdinary(terms) ? terms : null;
}

function lowFirstAt(path: PathRule, sign: 1 | -1): number {
  switch (path) {
    case 'byClose':
      return 0;
    case 'favourableFirst':
      return sign * 2 ** 30;
    case 'adverseFirst':
      return -sign * 2 ** 30;
    default:
      return path satisfies never;
  }
}

/** The divisor of the tier that holds this many lots. */
export function divisorOf(terms: FastTerms, lots: number): Ratio {
  // A plan beyond the last tier is refused, so every open size is within a tier.
  return terms.tiers.find((each) => lots <= each.maxLots)!.divisor;
}

function ratioOf(exact: Fraction, reach: number): Ratio {
  const n = Number(exact.n);
  const d = Number(exact.d);
  return { value: numberOf(exact), n, d, isHeld: n * reach + d < maxExactInteger, exact };
}

function tiersOf(config: BacktestConfig, against: (by: Fraction) => Fraction): readonly FastTier[] {
  const { instrument } = config.bot;
  const lot = toFraction(instrument.lotSz);
  return instrument.tiers.map(({ maxSz, mmr }) => ({
    maxLots: maxSz === null ? Number.POSITIVE_INFINITY : Number(floorFraction(divideFractions(toFraction(maxSz), lot))),
    divisor: ratioOf(against(addFractions(toFraction(mmr), toFraction(instrument.takerFee))), 0),
  }));
}

function planBounds(config: BacktestConfig, powers: readonly Ratio[], parts: readonly number[]): PlanBounds {
  const { bot } = config;
  const distance = numberOf(bot.stepDistance);
  const maximum = maxPositionSize(bot.instrument, bot.leverage);
  // `parts` and `powers` have one element for each step.
  const spread = powers.map((power, index) => parts[index]! / power.value);
  const lowest = Math.min(...powers.map((power) => power.value));
  // Two neighbouring steps that differ by more than a tick never round to the same price. When the lowest price
  // is above 1,000 ticks, rounding changes a size by at most a thousandth.
  return {
    minFirstPrice: Math.max(1.001 / (distance * lowest), 1_000 / lowest),
    leastLots: Math.min(...spread),
    mostLots: spread.reduce((sum, each) => sum + each, 0),
    minLots: Number(minLots(bot.instrument)),
    maxLots:
      maximum === null
        ? Number.POSITIVE_INFINITY
        : Number(floorFraction(divideFractions(toFraction(maximum), toFraction(bot.instrument.lotSz)))),
    value: parts.reduce((sum, each) => sum + each, 0),
  };
}

/** True when the error bounds hold: fee rates below 1, and at least one tier, with divisors between 0.01 and 2. */
function isOrdinary(terms: FastTerms): boolean {
  const { makerFee, takerFee, tiers } = terms;
  const fees = Math.max(Math.abs(makerFee), Math.abs(takerFee));
  return fees < 1 && tiers.length > 0 && tiers.every(({ divisor }) => divisor.value > 0.01 && divisor.value < 2);
}
