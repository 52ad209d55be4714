// The levels of the fast loop. It computes the formulas of the strategy with doubles on signed ticks. Exact fractions
// are used when a double is not precise enough.
import { neverAbove, neverBelow, sizesAt, type FastBot } from './bot.ts';
import { exactExit, exactLiquidation, exactStop, planExactly } from './rounding/exact.ts';
import { at, ceilProduct, floorExactly, isUnsure, OutOfBounds, productSlack } from './rounding/round-off.ts';
import { divisorOf } from './terms.ts';

/** The error of three roundings of a price below 2^31 ticks is at most 2^-20. The larger value adds a safety margin. */
export const exitSlack = 2 ** -18;
/** The rounding error of a sum of six products is less than 2^-49 of the sum of their magnitudes. The larger value adds a safety margin. */
const sumSlack = 2 ** -46;

/** Plans the size of a step at its price, in lots, and stores the size as the size of the next entry. */
export function planSize(bot: FastBot, step: number, price: number): void {
  const { ladder } = bot;
  if (step > bot.sized) {
    const share = at(bot.terms.parts, step - 1) / Math.abs(price);
    const raw = bot.budget * share;
    const size = Math.floor(raw);
    if (!isUnsure(raw, size, bot.budgetSlack * share)) {
      ladder[sizesAt + step] = size;
      bot.sized = step;
      bot.entryLots = size;
      return;
    }
    // The result of `planExactly` is not checked, because `openRound` opens a round only when its bounds prove that the
    // plan is accepted, or when `planExactly` has accepted the plan.
    planExactly(bot);
  }
  bot.entryLots = at(ladder, sizesAt + step);
}

/**
 * Sets every level except the base exit after a lot was opened or closed. It is one long function so that the compiler
 * does not split it into calls, as with `enter` in walk-candle.ts.
 */
export function setLevels(bot: FastBot): void {
  const { terms, depth } = bot;
  bot.up = bot.exitAt;
  if (depth > terms.baseSteps) {
    bot.cycleAt = cycleLevel(bot) | 0;
    if (bot.cycleAt < bot.up) bot.up = bot.cycleAt;
  } else bot.cycleAt = neverAbove;
  if (depth < terms.steps) {
    planPrice(bot, depth + 1);
    const price = at(bot.ladder, depth + 1) | 0;
    bot.entryAt = (price - terms.beyond) | 0;
    planSize(bot, depth + 1, price);
  } else bot.entryAt = neverBelow;
  bot.stopAt = neverBelow;
  bot.liquidationAt = neverBelow;
  bot.down = bot.entryAt;
  if (depth > bot.calmDepth) setLossLevels(bot);
  bot.scanBelow = terms.sign === 1 ? bot.down : -bot.up | 0;
  bot.scanAbove = terms.sign === 1 ? bot.up : -bot.down | 0;
}

/** Sets the levels of the stop loss and of the liquidation when the price might reach them before the next entry. */
function setLossLevels(bot: FastBot): void {
  const { terms } = bot;
  const { openLots, openCost, gain, maker, taker, funding } = bot;
  const net = gain - terms.makerFee * maker - terms.takerFee * taker + funding;
  const scale = Math.abs(openCost) + Math.abs(gain) + maker + taker + Math.abs(funding);
  // A level matters only when it might be above the next entry in signed ticks. Otherwise the price reaches the entry first.
  let nearest = bot.entryAt;
  if (terms.stopLoss >= 0) {
    const allowed = terms.stopLoss * bot.budget;
    const need = openCost - allowed - net;
    const slack = (scale + allowed) * sumSlack + terms.stopLoss * bot.budgetSlack;
    if (!(need + slack < nearest * openLots)) {
      bot.stopAt = stopLevel(bot, need, slack) | 0;
      nearest = Math.max(nearest, bot.stopAt);
    }
  }
  const need = openCost - bot.pastEquity - net;
  const slack = (bot.pastScale + scale) * sumSlack;
  const worth = openLots * (terms.flatDivisor > 0 ? terms.flatDivisor : divisorOf(terms, openLots).value);
  if (!(need + slack < nearest * worth || (terms.sign === 1 && need < -slack))) {
    bot.liquidationAt = liquidationLevel(bot, { need, slack, worth }) | 0;
    nearest = Math.max(nearest, bot.liquidationAt);
  }
  bot.down = nearest | 0;
}

/** Plans the price of a step in signed ticks. */
function planPrice(bot: FastBot, step: number): void {
  if (step <= bot.planned) return;
  const { ladder } = bot;
  const raw = bot.firstPrice * at(bot.terms.powerValues, step - 1);
  const price = Math.floor(raw);
  ladder[step] = (isUnsure(raw, price, productSlack) ? priceExactly(bot, step) : price) * bot.terms.orderTicks;
  bot.planned = step;
}

/**
 * Returns a level as a 32-bit integer. A level outside `neverBelow` to `neverAbove` is limited to this range, because
 * no price is outside the range.
 */
function ticksOf(level: number): number {
  return Math.max(neverBelow, Math.min(neverAbove, level)) | 0;
}

/**
 * Returns the exit level of the deepest lot, which is cyclic. Throws OutOfBounds when the exit of the previous step is
 * on the same tick, because the exit of the previous step would act first.
 */
function cycleLevel(bot: FastBot): number {
  const { terms, depth } = bot;
  const price = at(bot.ladder, depth);
  const level = ceilProduct(price, terms.target);
  const above = at(bot.ladder, depth - 1);
  // The factor of a target is above 1 for a long and below 1 for a short. So only a short can have targets that are
  // closer together than its steps.
  const isClose = terms.sign === -1 && depth - 1 > terms.baseSteps && (above - price) * terms.targetValue < 2;
  if (isClose && ceilProduct(above, terms.target) === level) throw new OutOfBounds();
  return level * terms.orderTicks + terms.beyond;
}

/** Returns the price of a step in ticks of orders. */
function priceExactly(bot: FastBot, step: number): number {
  // The list of powers has one element for every step.
  return floorExactly(bot.firstPrice, bot.terms.powers[step - 1]!);
}

/** Sets the base exit after a cycle is complete. The gain of the cycles brings the exit nearer (strategy 3.4). */
export function setCreditedExit(bot: FastBot): void {
  const { terms } = bot;
  const credit = (terms.credit * (bot.creditGain - terms.makerFee * bot.creditValue)) / terms.orderTicks;
  const raw = (bot.baseCost * terms.targetValue - credit) / bot.baseLots;
  const magnitude = 2 * Math.abs(bot.baseCost) + Math.abs(bot.creditGain) + bot.creditValue;
  const floor = Math.floor(raw);
  const isSure = !isUnsure(raw, floor, (magnitude * sumSlack) / bot.baseLots);
  // A cycle is complete, so all base steps have filled. The first cyclic step has the farthest target of all cyclic steps.
  const least = ceilProduct(at(bot.ladder, terms.baseSteps + 1), terms.target);
  const exit = Math.max(isSure ? floor + 1 : Math.floor(exactExit(bot)), least);
  bot.exitAt = ticksOf(exit * terms.orderTicks) + terms.beyond;
}

function stopLevel(bot: FastBot, need: number, slack: number): number {
  const { sign, orderTicks } = bot.terms;
  const width = bot.openLots * orderTicks;
  const raw = need / width;
  let level = Math.floor(raw);
  const part = (raw - level) * width;
  if (!(part >= slack && part <= width - slack)) level = Math.floor(exactStop(bot));
  // A level at or below zero is not a price, so the price never reaches this level.
  return level * sign > 0 ? ticksOf(level * orderTicks) : neverBelow;
}

type Need = { readonly need: number; readonly slack: number; readonly worth: number };

function liquidationLevel(bot: FastBot, { need, slack, worth }: Need): number {
  const { sign, orderTicks } = bot.terms;
  const width = worth * orderTicks;
  const raw = need / width;
  const level = Math.floor(raw);
  const isNearZero = sign === 1 && need <= slack;
  if (isNearZero || isUnsure(raw, level, slack / width + Math.abs(raw) * sumSlack)) {
    const exact = exactLiquidation(bot);
    return exact === null ? neverBelow : ticksOf(exact * orderTicks);
  }
  return ticksOf(level * orderTicks);
}
