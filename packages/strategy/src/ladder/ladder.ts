// Plans a round: computes the prices and sizes of its steps from a budget and a first price (strategy 2).
import {
  addFractions,
  ceilToLot,
  compareDecimals,
  divideFractions,
  floorToLot,
  fraction,
  fractionToDecimal,
  lots,
  maxDecimal,
  maxFraction,
  multiplyFractions,
  oneFraction,
  powerOf,
  priceOf,
  sizeOf,
  subtractFractions,
  toFraction,
  zeroFraction,
  type Decimal,
  type Fraction,
  type Lots,
  type Ratio,
  type Ticks,
  zero,
  signOf,
} from '@rondo/decimal';
import type { BotConfig, InstrumentRules, PlannedStep, PlanRefusal, PlanResult } from '../types.ts';
import { orderLots, roundAgainst } from '../units.ts';
import { stepWeights } from './weights.ts';

/**
 * The input of a plan. `budget` is G in USDT. `firstPrice` is P1 in quote currency. `stepDistance` replaces the step
 * distance of the configuration.
 */
export type LadderInput = {
  readonly config: BotConfig;
  readonly budget: Decimal;
  readonly firstPrice: Fraction;
  readonly stepDistance?: Ratio;
  /** True when step 1 has already filled. A step below the minimum size then gets the minimum size (strategy 2). */
  readonly raisesToMinimum?: boolean;
};

/**
 * Plans steps 1..M. Amounts are notional values in USDT, prices are ticks, and sizes are lots. Returns a refusal when
 * the exchange would refuse an order of the ladder.
 */
export function planLadder(input: LadderInput): PlanResult {
  const { config, budget, firstPrice } = input;
  if (signOf(budget) <= 0) return { ok: false, refusal: { kind: 'no_budget' } };
  const steps = planSteps(input);
  const refusal =
    findBelowMinimum(steps, input) ??
    findSameTick(steps) ??
    findAboveMaximum(steps, config) ??
    findBeyondTier(steps, config);
  if (refusal !== null) return { ok: false, refusal };
  return { ok: true, plan: { budget, firstPrice, steps } };
}

/** Returns the notional value of every step in USDT: G * r * L * w. */
function stepAmounts(config: BotConfig, budget: Decimal): readonly Fraction[] {
  const total = multiplyFractions(
    multiplyFractions(toFraction(budget), config.investmentRatio),
    toFraction(config.leverage),
  );
  return stepWeights(config.martinSteps).map((weight) => multiplyFractions(total, weight));
}

/** Returns the smallest order size of an instrument, in lots. */
export function minLots(rules: InstrumentRules): Lots {
  const smallest = ceilToLot(toFraction(rules.minSz), rules.lotSz);
  const step = orderLots(rules);
  return lots(((smallest + step - 1n) / step) * step);
}

/** Returns the largest order of at most `size` lots that the exchange accepts, or 0 when `size` is below the smallest order (strategy 3.8). */
export function orderableLots(size: bigint, rules: InstrumentRules): bigint {
  const whole = size - (size % orderLots(rules));
  return whole < minLots(rules) ? 0n : whole;
}

/** Returns the sum of the planned amounts in USDT notional. This sum is `basic.max_total_size` on the wire. */
export function totalAmount(steps: readonly PlannedStep[]): Fraction {
  return steps.reduce((sum, step) => addFractions(sum, step.amount), zeroFraction);
}

/** Returns the largest position, in contracts, that the tiers allow at this leverage. Returns null when the position is unlimited. */
export function maxPositionSize(rules: InstrumentRules, leverage: Decimal): Decimal | null {
  let largest: Decimal = zero;
  for (const tier of rules.tiers) {
    if (tier.maxLeverage !== undefined && compareDecimals(tier.maxLeverage, leverage) < 0) continue;
    if (tier.maxSz === null) return null;
    largest = maxDecimal(largest, tier.maxSz);
  }
  return largest;
}

function planSteps(input: LadderInput): readonly PlannedStep[] {
  const { config, budget, firstPrice } = input;
  const rules = config.instrument;
  const distance = input.stepDistance ?? config.stepDistance;
  const ratio =
    config.direction === 'long' ? subtractFractions(oneFraction, distance) : addFractions(oneFraction, distance);
  const firstTicks = divideFractions(firstPrice, toFraction(rules.tickSz));
  const smallest = minLots(rules);
  return stepAmounts(config, budget).map((amount, index) => {
    const price = roundAgainst(multiplyFractions(firstTicks, powerOf(ratio, index)), config);
    const planned = price > 0n ? lotsFor(amount, price, rules) : lots(0n);
    return {
      step: index + 1,
      price,
      // Stryker disable next-line EqualityOperator: when the planned size equals the smallest size, both branches return the same value.
      lots: input.raisesToMinimum === true && planned < smallest ? smallest : planned,
      amount,
      cyclic: index + 1 > config.martinSteps - config.cyclicSteps,
    };
  });
}

function lotsFor(amount: Fraction, price: Ticks, rules: InstrumentRules): Lots {
  const whole = floorToLot(divideFractions(amount, contractValue(price, rules)), rules.lotSz);
  return lots(whole - (whole % orderLots(rules)));
}

function contractValue(price: Ticks, rules: InstrumentRules): Fraction {
  return multiplyFractions(toFraction(priceOf(price, rules.tickSz)), toFraction(rules.ctVal));
}

function findSameTick(steps: readonly PlannedStep[]): PlanRefusal | null {
  const same = steps.find((step, index) => step.price <= 0n || steps[index - 1]?.price === step.price);
  return same === undefined ? null : { kind: 'same_tick', step: same.step };
}

function findBelowMinimum(steps: readonly PlannedStep[], input: LadderInput): PlanRefusal | null {
  const smallest = minLots(input.config.instrument);
  // A step whose price is zero or below has the size zero. `findSameTick` reports this step with the correct reason.
  const failing = steps.find((step) => step.price > 0n && step.lots < smallest);
  if (failing === undefined) return null;
  return { kind: 'below_min_size', step: failing.step, smallestAllocation: smallestAllocation(steps, input) };
}

function smallestAllocation(steps: readonly PlannedStep[], { config, budget }: LadderInput): Decimal {
  const rules = config.instrument;
  const minContracts = toFraction(sizeOf(minLots(rules), rules.lotSz));
  // The amount of a step is proportional to the budget, so a step needs the budget minimum notional * budget / amount.
  const needed = steps.map((step) => {
    const notional = multiplyFractions(minContracts, contractValue(step.price, rules));
    return divideFractions(multiplyFractions(notional, toFraction(budget)), step.amount);
  });
  return fractionToDecimal(needed.reduce(maxFraction, zeroFraction), 2, 'up');
}

function findAboveMaximum(steps: readonly PlannedStep[], config: BotConfig): PlanRefusal | null {
  const rules = config.instrument;
  const maximum = rules.maxLimitSz;
  if (maximum === undefined) return null;
  const failing = steps.find((step) => compareDecimals(sizeOf(step.lots, rules.lotSz), maximum) > 0);
  if (failing !== undefined) return { kind: 'above_max_size', step: failing.step, maxSz: maximum };
  // The base exit is one limit order for all base lots, so the sum of the base lots has the same bound.
  const base = steps.filter((step) => !step.cyclic);
  const baseLots = lots(base.reduce((sum, step) => sum + step.lots, 0n));
  if (compareDecimals(sizeOf(baseLots, rules.lotSz), maximum) <= 0) return null;
  return { kind: 'above_max_size', step: base.length, maxSz: maximum };
}

function findBeyondTier(steps: readonly PlannedStep[], config: BotConfig): PlanRefusal | null {
  const rules = config.instrument;
  const maximum = maxPositionSize(rules, config.leverage);
  if (maximum === null) return null;
  const bound = floorToLot(toFraction(maximum), rules.lotSz);
  let sum = 0n;
  for (const step of steps) {
    sum += step.lots;
    if (sum > bound) return { kind: 'beyond_tier', step: step.step, maxSz: maximum };
  }
  return null;
}

/** Returns P1 of a round whose first step has filled. P1 is the exact average price in quote currency. */
export function averagePrice(costTickLots: bigint, lotCount: bigint, rules: InstrumentRules): Fraction {
  return multiplyFractions(fraction(costTickLots, lotCount), toFraction(rules.tickSz));
}
