// The terms of a configuration for the fast loop: its ratios as doubles, each with the exact number. Prices are signed:
// a short is simulated as a long on negated prices, so that both directions use the same formulas (ADR 12). Levels that
// buy, and levels that sell at a loss, round down. Levels that sell at a gain round up.
import {
  addFractions,
  divideFractions,
  floorFraction,
  fraction,
  multiplyFractions,
  oneFraction,
  powerOf,
  subtractFractions,
  toFraction,
  type Decimal,
  type Fraction,
  type Ratio,
} from '@rondo/decimal';
import { maxMarketLots, maxPositionSize, minLots, orderTicks, quantumOf, stepWeights } from '@rondo/strategy';
import type { BacktestConfig, PathRule } from '../config/config.ts';
import { calmDepthOf } from './rounding/calm-depth.ts';
import { maxExactInteger, maxFastTicks } from '../limits.ts';
import { numberOf, type FastTier, type FastRatio } from './rounding/ratio.ts';

/**
 * A configuration as numbers of the fast loop. Prices are signed ticks, and money is ticks x lots. `steps` is M, and
 * `baseSteps` is M - C.
 */
export type FastTerms = {
  readonly config: BacktestConfig;
  readonly sign: 1 | -1;
  readonly steps: number;
  readonly baseSteps: number;
  /** The tick size of orders in ticks of the candles. It is 1 when both tick sizes are equal (strategy 8.2). */
  readonly orderTicks: number;
  /**
   * The number of ticks that the price must move beyond a resting order before the order fills. It is 0 when a touch
   * fills the order, and otherwise `orderTicks`.
   */
  readonly beyond: number;
  /** The price path passes the low of a candle before its high when close - open is at least this number. */
  readonly lowFirstAt: number;
  /** The largest price in a formula. */
  readonly reach: number;
  /**
   * The powers of 1 - s * d, divided by `orderTicks`, where s is `sign` and d is the step distance. The first price times
   * `powers[k - 1]` is the price of step k in ticks of orders.
   */
  readonly powers: readonly FastRatio[];
  readonly powerValues: Float64Array;
  /**
   * The planned value of step k as a part of the budget, at the index k - 1. It is investment ratio * leverage *
   * weight.
   */
  readonly parts: Float64Array;
  /** The take-profit factor and the factors of the slippage. They are divided by `orderTicks`. */
  readonly target: FastRatio;
  readonly targetValue: number;
  readonly hasSlippage: boolean;
  readonly worsensEntry: FastRatio;
  readonly worsensClose: FastRatio;
  readonly credit: number;
  readonly compounds: boolean;
  readonly makerFee: number;
  readonly takerFee: number;
  /** The stop loss as a part of the budget, or -1 when the bot has no stop loss. */
  readonly stopLoss: number;
  /** The largest market order in lots. A stop loss above it needs several orders, and the reducer simulates them. */
  readonly mostMarketLots: number;
  readonly tiers: readonly FastTier[];
  /** The `divisor` (see `FastTier`) when the instrument has exactly one tier, otherwise 0. */
  readonly flatDivisor: number;
  /** The allocation in ticks x lots. */
  readonly allocation: number;
  readonly quantum: Decimal;
  readonly plan: PlanBounds;
  /**
   * While a round has filled at most this number of steps, and has filled only entries, the price always reaches the
   * next entry before the stop loss and the liquidation. The number is valid only for a plan inside `PlanBounds`.
   */
  readonly calmDepth: number;
};

/** The bounds within which a plan is certainly accepted. Outside the bounds the exact planner decides. */
export type PlanBounds = {
  readonly minFirstPrice: number;
  /**
   * The smallest step has at least `leastLots` * budget / (first price + `orderTicks`) lots. All steps together have at most
   * `mostLots` * budget / first price lots.
   */
  readonly leastLots: number;
  readonly mostLots: number;
  readonly minLots: number;
  readonly maxLots: number;
  /** The value of the whole ladder at its fill prices, as a part of the budget. */
  readonly value: number;
};

/**
 * Returns the terms of a configuration for prices up to `maxPrice` ticks. Returns null when the fast loop cannot
 * guarantee exact results.
 */
export function fastTermsOf(config: BacktestConfig, maxPrice: number): FastTerms | null {
  const { bot, entry } = config;
  const { instrument } = bot;
  // The terms have one step distance for all rounds, and a model chooses the step distance of each of its rounds.
  if (entry?.kind === 'recorded' && entry.source === 'ai-gpt') return null;
  if (bot.waitsForSignal === true) return null;
  const sign = bot.direction === 'long' ? 1 : -1;
  const { moved, against } = movesOf(sign);
  const farthest = Math.max(1, numberOf(powerOf(against(bot.stepDistance), bot.martinSteps - 1)));
  // A price in a formula is at most the highest price of a step, after an opening with slippage, multiplied by
  // 1 + take-profit.
  const reach = maxPrice * farthest * (1 + numberOf(bot.takeProfit)) * (1 + numberOf(config.slippage)) + 2;
  const tick = orderTicks(instrument);
  const ratio = (exact: Fraction): FastRatio => ratioOf(divideFractions(exact, fraction(tick)), reach);
  const total = multiplyFractions(bot.investmentRatio, toFraction(bot.leverage));
  const parts = Float64Array.from(stepWeights(bot.martinSteps), (weight) => numberOf(multiplyFractions(total, weight)));
  const target = ratio(moved(bot.takeProfit));
  const tiers = tiersOf(config, against);
  const terms: FastTerms = {
    config,
    sign,
    steps: bot.martinSteps,
    baseSteps: bot.martinSteps - bot.cyclicSteps,
    orderTicks: Number(tick),
    beyond: config.fill === 'through' ? Number(tick) : 0,
    lowFirstAt: lowFirstAt(config.path, sign),
    reach,
    parts,
    target,
    targetValue: target.value,
    hasSlippage: config.slippage.n !== 0n,
    worsensEntry: ratio(moved(config.slippage)),
    worsensClose: ratio(against(config.slippage)),
    credit: numberOf(bot.cycleCredit),
    compounds: bot.compound,
    makerFee: numberOf(toFraction(instrument.makerFee)),
    takerFee: numberOf(toFraction(instrument.takerFee)),
    stopLoss: bot.stopLoss === null ? -1 : numberOf(bot.stopLoss.fractionOfBudget),
    mostMarketLots: Number(maxMarketLots(instrument) ?? Number.POSITIVE_INFINITY),
    tiers,
    // The length of the list proves that the first tier exists.
    flatDivisor: tiers.length === 1 ? tiers[0]!.divisor.value : 0,
    allocation: numberOf(divideFractions(toFraction(bot.allocation), toFraction(quantumOf(instrument)))),
    quantum: quantumOf(instrument),
    ...ladderTermsOf(config, { parts, tiers, reach }),
  };
  return reach < maxFastTicks && isOrdinary(terms) ? terms : null;
}

/** Returns the terms of a round with a step distance of its own. The distance is at most the distance of the configuration, so prices stay within `reach`. */
export function withDistance(terms: FastTerms, stepDistance: Ratio): FastTerms {
  const config = { ...terms.config, bot: { ...terms.config.bot, stepDistance } };
  return { ...terms, config, ...ladderTermsOf(config, terms) };
}

/** Returns the terms that depend on the step distance. */
function ladderTermsOf(
  config: BacktestConfig,
  { parts, tiers, reach }: Pick<FastTerms, 'parts' | 'tiers' | 'reach'>,
): Pick<FastTerms, 'powers' | 'powerValues' | 'plan' | 'calmDepth'> {
  const { bot } = config;
  const sign = bot.direction === 'long' ? 1 : -1;
  const step = movesOf(sign).against(bot.stepDistance);
  const tick = orderTicks(bot.instrument);
  const exact = Array.from({ length: bot.martinSteps }, (_, index) => powerOf(step, index));
  const powers = exact.map((power) => ratioOf(divideFractions(power, fraction(tick)), reach));
  const heights = exact.map(numberOf);
  // The size of step 1 is calculated from the price without slippage, so a long pays more than the planned value.
  const spent = [...parts].map((part, index) =>
    index === 0 && sign === 1 ? part * (1 + numberOf(config.slippage)) : part,
  );
  return {
    powers,
    powerValues: Float64Array.from(powers, (power) => power.value),
    plan: planBounds(config, { heights, parts, spent, tick: Number(tick) }),
    calmDepth: calmDepthOf({ heights, parts: spent, tiers, config }),
  };
}

/** Returns the factors of a move in favour of the bot, and of a move against it. */
function movesOf(sign: 1 | -1): Readonly<Record<'moved' | 'against', (by: Fraction) => Fraction>> {
  const up = (by: Fraction): Fraction => addFractions(oneFraction, by);
  const down = (by: Fraction): Fraction => subtractFractions(oneFraction, by);
  return sign === 1 ? { moved: up, against: down } : { moved: down, against: up };
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

/** Returns the divisor of the tier that contains this number of lots. */
export function divisorOf(terms: FastTerms, lots: number): FastRatio {
  // A plan with a size above the last tier is refused, so a tier exists for every open size.
  return terms.tiers.find((each) => lots <= each.maxLots)!.divisor;
}

function ratioOf(exact: Fraction, reach: number): FastRatio {
  const n = Number(exact.n);
  const d = Number(exact.d);
  return { value: numberOf(exact), n, d, isHeld: n * reach + d < maxExactInteger, exact };
}

function tiersOf(config: BacktestConfig, against: (by: Fraction) => Fraction): readonly FastTier[] {
  const { instrument } = config.bot;
  return instrument.tiers.map(({ maxSz, mmr }) => ({
    maxLots: wholeLots(maxSz, instrument.lotSz),
    divisor: ratioOf(against(addFractions(toFraction(mmr), toFraction(instrument.takerFee))), 0),
  }));
}

/** Returns the whole lots of a size in contracts. A missing size has no bound. */
const wholeLots = (size: Decimal | null, lotSz: Decimal): number =>
  size === null
    ? Number.POSITIVE_INFINITY
    : Number(floorFraction(divideFractions(toFraction(size), toFraction(lotSz))));

type PlanRatios = {
  readonly heights: readonly number[];
  readonly parts: Float64Array;
  readonly spent: readonly number[];
  readonly tick: number;
};

function planBounds(config: BacktestConfig, { heights, parts, spent, tick }: PlanRatios): PlanBounds {
  const { bot } = config;
  const distance = numberOf(bot.stepDistance);
  const { lotSz, maxLimitSz = null } = bot.instrument;
  // `parts` and `heights` have one element for each step.
  const spread = heights.map((height, index) => parts[index]! / height);
  const lowest = Math.min(...heights);
  // Two neighbouring steps that differ by more than one tick of orders never round to the same price. When the lowest
  // price is above 1,000 ticks of orders, rounding changes a size by at most one thousandth.
  return {
    minFirstPrice: tick * Math.max(1.001 / (distance * lowest), 1_000 / lowest),
    leastLots: Math.min(...spread),
    mostLots: spread.reduce((sum, each) => sum + each, 0),
    minLots: Number(minLots(bot.instrument)),
    // A ladder that fits into one limit order has no step and no base exit above the largest order.
    maxLots: Math.min(wholeLots(maxPositionSize(bot.instrument, bot.leverage), lotSz), wholeLots(maxLimitSz, lotSz)),
    value: spent.reduce((sum, each) => sum + each, 0),
  };
}

/**
 * Returns true when the error bounds are valid: the fee rates are below 1, and at least one tier exists, with divisors
 * between 0.01 and 2.
 */
function isOrdinary(terms: FastTerms): boolean {
  const { makerFee, takerFee, tiers } = terms;
  const fees = Math.max(Math.abs(makerFee), Math.abs(takerFee));
  return fees < 1 && tiers.length > 0 && tiers.every(({ divisor }) => divisor.value > 0.01 && divisor.value < 2);
}
