// Simulates one candle in the fast loop: moves the price along the path of the candle and acts on the levels in the sequence of strategy 7.
import type { CandleColumns } from '../candles/columns.ts';
import type { CandleIndex } from './search/candle-index.ts';
import { foldPlace, foldSize, kindStride } from '../walk/fill-columns.ts';
import { maxActionsPerLeg, maxOpenSum, maxRoundValue } from '../limits.ts';
import { bookRound } from './book-round.ts';
import { neverAbove, neverBelow, sizesAt, type FastBot } from './bot.ts';
import { countRound, isWaitEnding } from './loss-guard.ts';
import { planExactly } from './rounding/exact.ts';
import type { FundingPlan } from './funding-plan.ts';
import { exitSlack, planSize, setCreditedExit, setLevels } from './levels.ts';
import { withDistance } from './terms.ts';
import { closeOn, highOn, lowOf, openOn } from './search/touch-search.ts';
import {
  at,
  ticksAt,
  ceilProduct,
  ceilQuotient,
  floorProduct,
  isUnsure,
  OutOfBounds,
  productSlack,
} from './rounding/round-off.ts';

/** Codes of `fillKinds`, each multiplied by `kindStride`. */
const cycleCode = 1 * kindStride;
const exitCode = 2 * kindStride;
const stopCode = 3 * kindStride;
const liquidationCode = 4 * kindStride;

/** Opens the first round at the open of the first candle. */
export function startBot(bot: FastBot, { touches }: CandleIndex): void {
  bot.walked = Math.imul(bot.terms.sign, ticksAt(touches.prices, openOn));
  openRound(bot);
  walkOn(bot, bot.walked);
}

/**
 * Simulates the candle at `bot.candle`. Before the candle the price is between the two nearest levels. So a move to a
 * low can only reach the level below the price, and a move to a high can only reach the level above the price.
 */
export function walkCandle(bot: FastBot, { touches }: CandleIndex): void {
  const { prices } = touches;
  const place = lowOf(bot.candle);
  const low = ticksAt(prices, place);
  const high = ticksAt(prices, place + highOn);
  const open = ticksAt(prices, place + openOn);
  const close = ticksAt(prices, place + closeOn);
  if (open <= bot.scanBelow || open >= bot.scanAbove)
    walkThrough(bot, ticksAt(prices, lowOf(bot.candle - 1) + closeOn), open);
  // All bits of this mask are set when the low comes first. The mask replaces a branch that the processor could mispredict.
  const lowFirst = (bot.terms.lowFirstAt - 1 - (close - open)) >> 31;
  const isLow = low <= bot.scanBelow;
  if (isLow !== high >= bot.scanAbove) {
    // In most candles the price reaches the level on one side only, and reaches no other level on the rest of its path.
    if (isLow) {
      walkThrough(bot, open, low);
      if (close + ((high - close) & lowFirst) < bot.scanAbove && close > bot.scanBelow) return;
      if (lowFirst !== 0 && high >= bot.scanAbove) walkThrough(bot, low, high);
    } else {
      walkThrough(bot, open, high);
      if (low + ((close - low) & lowFirst) > bot.scanBelow && close < bot.scanAbove) return;
      if (lowFirst === 0 && low <= bot.scanBelow) walkThrough(bot, high, low);
    }
  } else if (lowFirst !== 0) {
    if (isLow) walkThrough(bot, open, low);
    if (high >= bot.scanAbove) walkThrough(bot, low, high);
  } else {
    if (high >= bot.scanAbove) walkThrough(bot, open, high);
    if (low <= bot.scanBelow) walkThrough(bot, high, low);
  }
  if (close <= bot.scanBelow || close >= bot.scanAbove) walkThrough(bot, lowFirst === 0 ? low : high, close);
}

/**
 * Books the funding that is due before the current candle of the bot, at the previous close (strategy 7). Funding
 * changes the levels. When the price is then already beyond a level, the level acts now.
 */
export function bookFunding(bot: FastBot, candles: CandleColumns, plan: FundingPlan): void {
  const index = bot.candle;
  for (; plan.candle[bot.nextFunding] === index; bot.nextFunding += 1) {
    // Prices and sizes are signed: a long pays a positive rate, and a short receives a positive rate.
    const value = bot.terms.sign * ticksAt(candles.close, index - 1) * bot.openLots;
    if (Math.abs(value) > maxOpenSum) throw new OutOfBounds();
    // A funding plan has a rate for each of its candles.
    const paid = -plan.units[bot.nextFunding]! * BigInt(value);
    bot.fundingUnits += paid;
    bot.roundFundingUnits += paid;
    bot.calmDepth = 0;
    bot.funding = Number(bot.roundFundingUnits) / 10 ** plan.scale;
  }
  setLevels(bot);
  bot.walked = Math.imul(bot.terms.sign, ticksAt(candles.close, index - 1));
  walkOn(bot, bot.walked);
}

/** Moves the price between two prices that are not negated, when a level is between them. */
function walkThrough(bot: FastBot, from: number, to: number): void {
  // `Math.imul` here and `| 0` elsewhere let the compiler treat the values as integers.
  bot.walked = Math.imul(bot.terms.sign, from);
  walkOn(bot, Math.imul(bot.terms.sign, to));
}

/** Moves the price to a signed price and acts on every level on the path. Levels that the price has already reached act first. */
function walkOn(bot: FastBot, target: number): void {
  let actions = 0;
  while (bot.end === null) {
    if (bot.walked > bot.down && bot.walked < bot.up) {
      if (target > bot.down && target < bot.up) return;
      bot.walked = target <= bot.down ? bot.down : bot.up;
    }
    act(bot);
    actions += 1;
    if (actions > maxActionsPerLeg) throw new OutOfBounds();
  }
}

/** Acts on the first reached level in this sequence: entries and cyclic exits, base exit, stop loss, liquidation. */
function act(bot: FastBot): void {
  if (bot.walked >= bot.cycleAt) exitCycle(bot);
  else if (bot.walked <= bot.entryAt) enter(bot);
  else if (bot.walked >= bot.exitAt) exitBase(bot);
  else if (bot.walked <= bot.stopAt) stopOut(bot);
  else liquidate(bot);
}

/**
 * Opens a round at the current price and fills its first entry. It is one long function so that the compiler does not
 * split it into calls, as with `enter`.
 */
function openRound(bot: FastBot): void {
  const { terms, ladder, budget } = bot;
  const { plan, orderTicks: tick } = terms;
  const price = (terms.hasSlippage ? ceilProduct(bot.walked, terms.worsensEntry) * tick : bot.walked) | 0;
  // The plan at the price without slippage decides whether the round opens. The plan at the fill price has the deeper
  // steps.
  const [lower, upper] = [
    Math.min(Math.abs(price), Math.abs(bot.walked)),
    Math.max(Math.abs(price), Math.abs(bot.walked)),
  ];
  const room = 1.01;
  bot.firstPrice = price;
  bot.sizingPrice = bot.walked;
  ladder[1] = price;
  bot.planned = 1;
  bot.sized = 0;
  bot.roundsOpened += 1;
  bot.calmDepth = terms.calmDepth;
  // Both plans are certainly accepted: each step is above the minimum size, no two steps are on one tick, and the sum
  // of the sizes is within the tiers.
  const isCertain =
    lower >= plan.minFirstPrice &&
    budget * plan.leastLots >= plan.minLots * room * (upper + tick) &&
    budget * plan.mostLots * room <= plan.maxLots * lower;
  if (!isCertain && isRefused(bot)) return;
  if (budget * plan.value > maxRoundValue) throw new OutOfBounds();
  // The planner rounds the price of step 1 like the price of every step (strategy 2).
  planSize(bot, 1, tick === 1 ? bot.walked : Math.floor(bot.walked / tick) * tick);
  const lots = bot.entryLots;
  const cost = price * lots;
  bot.taker = Math.abs(cost);
  bot.openLots = lots;
  bot.openCost = cost;
  bot.baseLots = lots;
  bot.baseCost = cost;
  bot.depth = 1;
  if (bot.maxDepth === 0) bot.maxDepth = 1;
  const plain = Math.imul(terms.sign, price);
  bot.fills += 1;
  bot.fingerprint = foldSize(foldPlace(bot.fingerprint, bot.candle, 1), plain, lots);
  if (bot.recorder !== null) record(bot, 1, { price: plain, lots });
  const raw = price * terms.targetValue;
  const floor = Math.floor(raw);
  const exit = isUnsure(raw, floor, productSlack) ? ceilProduct(price, terms.target) : floor + 1;
  bot.exitAt = (exit * terms.orderTicks + terms.beyond) | 0;
  setLevels(bot);
}

/**
 * Plans the whole ladder exactly. When the plan is refused, returns true, and the bot ends. With distances from ATR, a bot whose steps are too close waits for the
 * next signal (strategy 8.7).
 */
function isRefused(bot: FastBot): boolean {
  bot.calmDepth = 0;
  const refusal = planExactly(bot);
  if (refusal === null) return false;
  if (refusal === 'same_tick' && bot.distances !== null) {
    bot.signalFrom = bot.candle;
    clearLevels(bot);
    return true;
  }
  bot.refusal = refusal;
  bot.end = 'refused';
  return true;
}

/** Fills the next entry after the first. It is one long function so that the compiler does not split it into calls. */
function enter(bot: FastBot): void {
  const { terms } = bot;
  const step = bot.depth + 1;
  const price = (bot.entryAt + terms.beyond) | 0;
  const lots = bot.entryLots;
  const cost = price * lots;
  bot.maker += Math.abs(cost);
  bot.openLots += lots;
  bot.openCost += cost;
  bot.depth = step;
  if (step > bot.maxDepth) bot.maxDepth = step;
  const plain = Math.imul(terms.sign, price);
  bot.fills += 1;
  bot.fingerprint = foldSize(foldPlace(bot.fingerprint, bot.candle, step), plain, lots);
  if (bot.recorder !== null) record(bot, step, { price: plain, lots });
  if (step <= terms.baseSteps) {
    const baseLots = bot.baseLots + lots;
    const baseCost = bot.baseCost + cost;
    bot.baseLots = baseLots;
    bot.baseCost = baseCost;
    const raw = (baseCost * terms.targetValue) / baseLots;
    const floor = Math.floor(raw);
    const exit = isUnsure(raw, floor, exitSlack) ? exitExactly(bot) : floor + 1;
    bot.exitAt = (exit * terms.orderTicks + terms.beyond) | 0;
  }
  setLevels(bot);
}

/** Returns the base exit in ticks of orders. */
function exitExactly(bot: FastBot): number {
  return ceilQuotient(bot.baseCost, bot.baseLots, bot.terms.target);
}

function exitCycle(bot: FastBot): void {
  const step = bot.depth;
  const price = bot.cycleAt - bot.terms.beyond;
  const lots = at(bot.ladder, sizesAt + step);
  const cost = at(bot.ladder, step) * lots;
  const proceeds = price * lots;
  bot.gain += proceeds - cost;
  bot.maker += Math.abs(proceeds);
  bot.creditGain += proceeds - cost;
  bot.creditValue += Math.abs(proceeds) + Math.abs(cost);
  if (bot.maker > maxOpenSum) throw new OutOfBounds();
  bot.openLots -= lots;
  bot.openCost -= cost;
  bot.depth = step - 1;
  bot.cycles += 1;
  bot.calmDepth = 0;
  report(bot, cycleCode + step, { price, lots });
  setCreditedExit(bot);
  setLevels(bot);
}

/**
 * Closes the round with profit and opens the next round. It is one long function so that the compiler does not split it
 * into calls, as with `enter`.
 */
function exitBase(bot: FastBot): void {
  const price = bot.exitAt - bot.terms.beyond;
  // Every cyclic target is nearer than the base exit or acts first, so only base lots are open. The proceeds of the
  // base lots are at most twice the planned value plus the amount that cycles lost to fees. This amount is smaller than
  // `maker`, and each cycle checks the bound of `maker`. So the proceeds are below 2^52.
  const { openLots } = bot;
  const proceeds = price * openLots;
  bot.gain += proceeds - bot.openCost;
  bot.maker += Math.abs(proceeds);
  const plain = Math.imul(bot.terms.sign, price);
  bot.fills += 1;
  bot.fingerprint = foldSize(foldPlace(bot.fingerprint, bot.candle, exitCode), plain, openLots);
  if (bot.recorder !== null) record(bot, exitCode, { price: plain, lots: openLots });
  bot.rounds += 1;
  bookRound(bot);
  if (bot.terms.config.bot.autoReentry) openNext(bot, false);
  else bot.end = 'last_round';
}

function stopOut(bot: FastBot): void {
  const { worsensClose, hasSlippage, orderTicks, config, mostMarketLots } = bot.terms;
  if (bot.openLots > mostMarketLots) throw new OutOfBounds();
  const price = hasSlippage ? floorProduct(bot.walked, worsensClose) * orderTicks : bot.walked;
  closeAll(bot, stopCode, price);
  bot.taker += Math.abs(price * bot.openLots);
  const last = config.bot.autoReentry ? null : 'last_round';
  finishRound(bot, config.bot.stopLoss?.endsBot === true ? 'stop_loss' : last);
}

function liquidate(bot: FastBot): void {
  const price = bot.walked < bot.liquidationAt ? bot.walked : bot.liquidationAt;
  closeAll(bot, liquidationCode, price);
  bot.taker += Math.abs(price * bot.openLots);
  finishRound(bot, 'liquidated');
}

function closeAll(bot: FastBot, code: number, price: number): void {
  const proceeds = price * bot.openLots;
  if (Math.abs(proceeds) > maxOpenSum) throw new OutOfBounds();
  bot.gain += proceeds - bot.openCost;
  report(bot, code, { price, lots: bot.openLots });
}

/**
 * Adds the round that a stop loss or a liquidation closed to the finished rounds. Opens the next round at the current
 * price when the bot does not end.
 */
function finishRound(bot: FastBot, end: FastBot['end']): void {
  bookRound(bot);
  if (end === null) openNext(bot, true);
  else bot.end = end;
}

/**
 * Opens the next round at the current price when the loss guard and the re-entry jitter allow it and no signal is needed. Otherwise the bot
 * waits or ends (strategy 7, 8.3, 8.4).
 */
function openNext(bot: FastBot, isStop: boolean): void {
  const hasJitter = bot.terms.config.reentryJitter !== undefined;
  const hasSignals = bot.signals !== null;
  if (bot.guard === null && !hasJitter && !hasSignals) return openRound(bot);
  bot.isWaitingForDraw = hasJitter;
  if (hasSignals) bot.signalFrom = bot.candle;
  const end = { candle: bot.candle, isStop, equity: bot.pastEquity, scale: bot.pastScale };
  const verdict = bot.guard === null ? 'open' : countRound(bot.guard, end);
  if (verdict === 'open' && !hasJitter && !hasSignals) return openRound(bot);
  if (verdict === 'lock') bot.end = 'loss_guard';
  clearLevels(bot);
}

/** Removes every level, because no lot is open. */
function clearLevels(bot: FastBot): void {
  bot.exitAt = neverAbove;
  bot.cycleAt = neverAbove;
  bot.entryAt = neverBelow;
  bot.stopAt = neverBelow;
  bot.liquidationAt = neverBelow;
  bot.up = neverAbove;
  bot.down = neverBelow;
  bot.scanBelow = neverBelow;
  bot.scanAbove = neverAbove;
}

/**
 * Ends the wait of the loss guard when it ends inside the current candle. The next round opens at the close of this
 * candle when the bot waits for no draw and no signal. The new round may reach its stop loss immediately, and the next wait may
 * end inside the same candle.
 */
export function openAfterWait(bot: FastBot, { candles }: CandleIndex): void {
  const { guard } = bot;
  while (guard !== null && bot.end === null && isWaitEnding(guard, candles, bot.candle)) {
    guard.waitsUntil = null;
    if (bot.signalFrom >= 0) bot.signalFrom = bot.candle;
    else if (!bot.isWaitingForDraw) openAtClose(bot, candles);
  }
}

/** Opens the next round at the close of the current candle. */
export function openAtClose(bot: FastBot, candles: CandleColumns): void {
  const distance = bot.distances?.(bot.candle) ?? null;
  if (distance !== null) bot.terms = withDistance(bot.terms, distance);
  bot.isWaitingForDraw = false;
  bot.signalFrom = -1;
  bot.walked = Math.imul(bot.terms.sign, ticksAt(candles.close, bot.candle));
  openRound(bot);
  walkOn(bot, bot.walked);
}

function report(bot: FastBot, code: number, fill: { readonly price: number; readonly lots: number }): void {
  const { lots } = fill;
  const price = Math.imul(bot.terms.sign, fill.price);
  bot.fills += 1;
  bot.fingerprint = foldSize(foldPlace(bot.fingerprint, bot.candle, code), price, lots);
  if (bot.recorder !== null) record(bot, code, { price, lots });
}

function record(bot: FastBot, code: number, { price, lots }: { readonly price: number; readonly lots: number }): void {
  bot.recorder?.take(bot.candle, { kind: Math.floor(code / kindStride), step: code % kindStride, price, lots });
}
