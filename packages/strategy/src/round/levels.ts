// Computes the exit prices of a running round: cyclic exits, base exit and stop loss (strategy 3.3, 3.4, 5).
import {
  addFractions,
  divideFractions,
  fraction,
  multiplyFractions,
  oneFraction,
  subtractFractions,
  toFraction,
  zeroFraction,
  type Fraction,
  type Ticks,
} from '@rondo/decimal';
import { openCostOf, roundNet } from './ledger.ts';
import { openLots } from './lot.ts';
import type { BotConfig, Lot, RoundState, StepState } from '../types.ts';
import { directionSign, isBeyond, moneyToTickLots, roundAgainst, roundInFavour } from '../units.ts';

/** Returns true for the cyclic steps M-C+1..M. */
export function isCyclic(step: number, config: BotConfig): boolean {
  return step > config.martinSteps - config.cyclicSteps;
}

/** Moves a price, in fractional ticks, by the take-profit target and rounds the result in the favour of the bot. */
export function targetPrice(averageTicks: Fraction, config: BotConfig): Ticks {
  return roundInFavour(multiplyFractions(averageTicks, targetFactor(config)), config);
}

/** Returns the exit price of a lot that has an entry. It is computed from the average price of the lot. */
export function lotTarget(lot: Lot, config: BotConfig): Ticks {
  return targetPrice(fraction(lot.cost, lot.entered), config);
}

/**
 * Returns TPk, the exit price of a cyclic step. It is computed from the average price of the open lot, or from the
 * rounded ladder price when the step has no open lot. Returns null without a plan.
 */
export function cyclicTarget(round: RoundState, step: StepState, config: BotConfig): Ticks | null {
  if (openLots(step.lot) > 0n) return lotTarget(step.lot, config);
  const planned = round.plan?.steps[step.step - 1];
  return planned === undefined ? null : targetPrice(fraction(planned.price), config);
}

/**
 * Returns X, the base exit. It is rounded, and it is never nearer to the market than any TPk. Returns null when no base
 * lot was entered or the round has no plan.
 */
export function baseExitPrice(round: RoundState, config: BotConfig): Ticks | null {
  const base = round.steps.filter((step) => !isCyclic(step.step, config));
  const entered = base.reduce((sum, step) => sum + step.lot.entered, 0n);
  if (entered === 0n || round.plan === null) return null;
  const cost = base.reduce((sum, step) => sum + step.lot.cost, 0n);
  const creditTicks = divideFractions(
    moneyToTickLots(multiplyFractions(config.cycleCredit, toFraction(round.credit)), config.instrument),
    fraction(entered),
  );
  const target = multiplyFractions(fraction(cost, entered), targetFactor(config));
  let price = roundInFavour(subtractFractions(target, signed(creditTicks, config)), config);
  for (const step of round.steps) {
    if (!isCyclic(step.step, config)) continue;
    const cyclic = cyclicTarget(round, step, config);
    if (cyclic !== null && isBeyond(cyclic, price, config)) price = cyclic;
  }
  return price;
}

/**
 * Returns the stop-loss level of a round, rounded to a tick (down for a long, up for a short). Returns null when the
 * stop loss is off, no lot is open, or only a price of zero or below would reach the level.
 */
export function stopLossPrice(round: RoundState, config: BotConfig): Ticks | null {
  if (config.stopLoss === null) return null;
  const lotList = round.steps.map((step) => step.lot);
  const open = lotList.reduce((sum, lot) => sum + openLots(lot), 0n);
  if (open === 0n) return null;
  const allowed = multiplyFractions(config.stopLoss.fractionOfBudget, toFraction(round.budget));
  const room = moneyToTickLots(addFractions(allowed, roundNet(round, config)), config.instrument);
  const price = divideFractions(subtractFractions(openCostOf(lotList), signed(room, config)), fraction(open));
  const rounded = roundAgainst(price, config);
  return rounded > 0n ? rounded : null;
}

function targetFactor(config: BotConfig): Fraction {
  return addFractions(oneFraction, signed(config.takeProfit, config));
}

function signed(value: Fraction, config: BotConfig): Fraction {
  return directionSign(config.direction) === 1n ? value : subtractFractions(zeroFraction, value);
}
