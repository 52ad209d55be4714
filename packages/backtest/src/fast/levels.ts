// The levels of the fast loop: the same formulas as the strategy's, on signed ticks, in doubles with exact referees.
import { neverAbove, neverBelow, sizesAt, type FastBot } from './bot.ts';
import { exactExit, exactLiquidation, exactStop, planExactly } from './exact.ts';
import { at, ceilProduct, ceilQuotient, floorExactly, isUnsure, OutOfBounds, productSlack } from './round-off.ts';
import { divisorOf } from './terms.ts';

/** Three roundings of a price below 2^31 ticks err by at most 2^-20. */
const exitSlack = 2 ** -18;
/** A sum of six products errs by less than 2^-49 of the sum of their magnitudes; the rest is room. */
const sumSlack = 2 ** -46;

/** The planned price of a step, signed ticks. */
export function priceOfStep(bot: FastBot, step: number): number {
  if (step <= bot.planned) return at(bot.ladder, step);
  const raw = bot.firstPrice * at(bot.terms.powerValues, step - 1);
  let price = Math.floor(raw);
  if (isUnsure(raw, price, productSlack)) price = priceExactly(bot, step);
  bot.ladder[step] = price;
  bot.planned = step;
  return price;
}

/** The planned size of a step, lots. */
export function sizeOfStep(bot: FastBot, step: number): number {
  if (step <= bot.sized) return at(bot.ladder, sizesAt + step);
  const raw = (bot.budget * at(bot.terms.parts, step - 1)) / Math.abs(at(bot.ladder, step));
  const size = Math.floor(raw);
  if (isUnsure(raw, size, raw * bot.budgetError)) return sizeExactly(bot, step);
  bot.ladder[sizesAt + step] = size;
  bot.sized = step;
  return size;
}

/** Sets the base exit after the base or the credit changed (strategy.md 3.4). */
export function setExit(bot: FastBot): void {
  const { terms } = bot;
  let exit: number;
  if (bot.creditValue !== 0) exit = creditedExit(bot);
  else if (bot.depth === 1) exit = ceilProduct(at(bot.ladder, 1), terms.target);
  else {
    const raw = (bot.baseCost * terms.targetValue) / bot.baseLots;
    exit = Math.floor(raw) + 1;
    if (isUnsure(raw, exit - 1, exitSlack)) exit = ceilQuotient(bot.baseCost, bot.baseLots, terms.target);
  }
  bot.exitAt = (exit < neverAbove ? exit + terms.beyond : neverAbove) | 0;
}

/** Sets every level but the base exit after a lot came or went. */
export function setLevels(bot: FastBot): void {
  const { terms, depth } = bot;
  bot.entryAt = (depth < terms.steps ? priceOfStep(bot, depth + 1) - terms.beyond : neverBelow) | 0;
  bot.cycleAt = (depth > terms.baseSteps ? cycleLevel(bot) : neverAbove) | 0;
  bot.up = bot.cycleAt < bot.exitAt ? bot.cycleAt : bot.exitAt;
  setRisk(bot);
}

/** Sets stop loss and liquidation, which also move with funding. */
export function setRisk(bot: FastBot): void {
  const { terms } = bot;
  bot.roundNet = bot.gain - terms.makerFee * bot.maker - terms.takerFee * bot.taker + bot.funding;
  bot.roundScale = Math.abs(bot.openCost) + Math.abs(bot.gain) + bot.maker + bot.taker + Math.abs(bot.funding);
  bot.stopAt = (terms.stopLoss < 0 ? neverBelow : stopLevel(bot)) | 0;
  const nearest = bot.stopAt > bot.entryAt ? bot.stopAt : bot.entryAt;
  bot.liquidationAt = liquidationLevel(bot, nearest) | 0;
  bot.down = bot.liquidationAt > nearest ? bot.liquidationAt : nearest;
  bot.scanBelow = (terms.sign === 1 ? bot.down : -bot.up) | 0;
  bot.scanAbove = (terms.sign === 1 ? bot.up : -bot.down) | 0;
}

/** A level within the range of integers that are compared; what is cut off lies beyond every price. */
function within(level: number): number {
  return level < neverBelow ? neverBelow : level > neverAbove ? neverAbove : level;
}

/** The exit of the deepest lot, which is cyclic. Above it no other exit may lie at the same tick: the shallower would act first. */
function cycleLevel(bot: FastBot): number {
  const { terms, depth } = bot;
  const price = at(bot.ladder, depth);
  const level = ceilProduct(price, terms.target);
  const above = at(bot.ladder, depth - 1);
  // Only a short's targets lie closer together than its steps.
  const isClose = terms.sign === -1 && depth - 1 > terms.baseSteps && (above - price) * terms.targetValue < 2;
  if (isClose && ceilProduct(above, terms.target) === level) throw new OutOfBounds();
  return level + terms.beyond;
}

function priceExactly(bot: FastBot, step: number): number {
  // There is a power for every step.
  return floorExactly(bot.firstPrice, bot.terms.powers[step - 1]!);
}

function sizeExactly(bot: FastBot, step: number): number {
  // Accepted: a round is opened only with a plan that is certain to be, or that this planner has accepted.
  planExactly(bot);
  return at(bot.ladder, sizesAt + step);
}

function creditedExit(bot: FastBot): number {
  const { terms } = bot;
  const credit = terms.credit * (bot.creditGain - terms.makerFee * bot.creditValue);
  const raw = (bot.baseCost * terms.targetValue - credit) / bot.baseLots;
  const magnitude = 2 * Math.abs(bot.baseCost) + Math.abs(bot.creditGain) + bot.creditValue;
  let exit = Math.floor(raw) + 1;
  if (isUnsure(raw, exit - 1, (magnitude * sumSlack) / bot.baseLots)) exit = exactExit(bot);
  // Cycles have completed, so the base is whole and the first cyclic step's target is the farthest of theirs.
  return Math.max(exit, ceilProduct(priceOfStep(bot, terms.baseSteps + 1), terms.target));
}

function stopLevel(bot: FastBot): number {
  const { terms, openLots } = bot;
  const allowed = terms.stopLoss * bot.budget;
  const raw = (bot.openCost - allowed - bot.roundNet) / openLots;
  const slack = (bot.roundScale + allowed) * sumSlack + allowed * bot.budgetError;
  let level = Math.floor(raw);
  const part = (raw - level) * openLots;
  if (!(part >= slack && part <= openLots - slack)) level = exactStop(bot);
  // A level that is no price is never reached.
  return level * terms.sign > 0 ? within(level) : neverBelow;
}

/** The liquidation level, or `neverBelow` when it is certainly not above `nearest`, which then acts first. */
function liquidationLevel(bot: FastBot, nearest: number): number {
  const { terms } = bot;
  const need = bot.openCost - bot.pastEquity - bot.roundNet;
  const slack = (bot.pastScale + bot.roundScale) * sumSlack;
  const worth = bot.openLots * (terms.flatDivisor > 0 ? terms.flatDivisor : divisorOf(terms, bot.openLots).value);
  if (need + slack < nearest * worth) return neverBelow;
  if (terms.sign === 1 && need < -slack) return neverBelow;
  const raw = need / worth;
  const level = Math.floor(raw);
  const isNearZero = terms.sign === 1 && need <= slack;
  if (isNearZero || isUnsure(raw, level, slack / worth + Math.abs(raw) * sumSlack))
    return within(exactLiquidation(bot) ?? neverBelow);
  return within(level);
}
