// The exact sums of the fast loop. They are used when a double is not precise enough, and for every printed figure.
import {
  add,
  addFractions,
  ceilFraction,
  divideFractions,
  floorFraction,
  fraction,
  minDecimal,
  multiply,
  multiplyFractions,
  priceOf,
  subtract,
  subtractFractions,
  ticks,
  toFraction,
  type Decimal,
  type Fraction,
  decimalOf,
} from '@rondo/decimal';
import { planLadder, quantumOf, type PlanResult } from '@rondo/strategy';
import { sizesAt, type FastBot } from '../bot.ts';
import { divisorOf } from '../terms.ts';
import { OutOfBounds } from './round-off.ts';

/** The exact sums of the bot or of its running round in USDT: profit before fees, fees, and funding. */
export type ExactSums = { readonly gain: Decimal; readonly fees: Decimal; readonly funding: Decimal };

/** Returns the sums of the whole run, which include the running round. */
export function totalsOf(bot: FastBot): ExactSums {
  return sums(bot, {
    gain: bot.movedGain + BigInt(bot.pastGain) + BigInt(bot.gain),
    maker: bot.movedMaker + BigInt(bot.pastMaker) + BigInt(bot.maker),
    taker: bot.movedTaker + BigInt(bot.pastTaker) + BigInt(bot.taker),
    funding: fundingMoney(bot, bot.fundingUnits),
  });
}

/** Returns realised - fees + funding. */
export function netOfSums({ gain, fees, funding }: ExactSums): Decimal {
  return add(subtract(gain, fees), funding);
}

/** Returns the budget G of the running round. The budget depends only on the finished rounds. */
function exactBudget(bot: FastBot): Decimal {
  const { allocation, compound } = bot.terms.config.bot;
  if (bot.roundsOpened <= 1) return allocation;
  const past = sums(bot, {
    gain: bot.movedGain + BigInt(bot.pastGain),
    maker: bot.movedMaker + BigInt(bot.pastMaker),
    taker: bot.movedTaker + BigInt(bot.pastTaker),
    funding: fundingMoney(bot, bot.fundingUnits - bot.roundFundingUnits),
  });
  const grown = add(allocation, netOfSums(past));
  return compound ? grown : minDecimal(allocation, grown);
}

/**
 * Plans the whole ladder with the planner of the strategy. Returns the reason of the refusal, or null when the plan is
 * accepted. The size of step 1 is calculated from the price without slippage, and the deeper steps are planned from the
 * fill price of step 1 (strategy 8.1). Throws OutOfBounds when only the plan at the fill price is refused, because the
 * round then continues with step 1 alone.
 */
export function planExactly(bot: FastBot): string | null {
  const { config } = bot.terms;
  const budget = exactBudget(bot);
  const planAt = (signedTicks: number): PlanResult => {
    const firstPrice = toFraction(priceOf(ticks(BigInt(Math.abs(signedTicks))), config.bot.instrument.tickSz));
    const isFilled = signedTicks !== bot.sizingPrice;
    return planLadder({ config: config.bot, budget, firstPrice, raisesToMinimum: isFilled });
  };
  const sized = planAt(bot.sizingPrice);
  if (!sized.ok) return sized.refusal.kind;
  const filled = bot.firstPrice === bot.sizingPrice ? sized : planAt(bot.firstPrice);
  if (!filled.ok) throw new OutOfBounds();
  for (const { step, price, lots } of filled.plan.steps) {
    bot.ladder[step] = bot.terms.sign * Number(price);
    bot.ladder[sizesAt + step] = Number(lots);
  }
  // The length of a plan proves that step 1 exists.
  bot.ladder[sizesAt + 1] = Number(sized.plan.steps[0]!.lots);
  bot.planned = bot.terms.steps;
  bot.sized = bot.terms.steps;
  return null;
}

/** Returns the base exit X in signed ticks of orders, before it is limited to the cyclic target (strategy 3.4). */
export function exactExit(bot: FastBot): number {
  const { config, target, orderTicks } = bot.terms;
  const fees = multiplyFractions(toFraction(config.bot.instrument.makerFee), whole(bot.creditValue));
  const credit = multiplyFractions(config.bot.cycleCredit, subtractFractions(whole(bot.creditGain), fees));
  const aim = multiplyFractions(whole(bot.baseCost), target.exact);
  const cost = subtractFractions(aim, divideFractions(credit, whole(orderTicks)));
  return Number(ceilFraction(divideFractions(cost, whole(bot.baseLots))));
}

/** Returns the stop-loss level in signed ticks of orders (strategy 5). */
export function exactStop(bot: FastBot): number {
  const { config, quantum, orderTicks } = bot.terms;
  const round = sums(bot, {
    gain: BigInt(bot.gain),
    maker: BigInt(bot.maker),
    taker: BigInt(bot.taker),
    funding: fundingMoney(bot, bot.roundFundingUnits),
  });
  // This function is called only for a bot with a stop loss.
  const allowed = multiplyFractions(config.bot.stopLoss!.fractionOfBudget, toFraction(exactBudget(bot)));
  const room = divideFractions(addFractions(allowed, toFraction(netOfSums(round))), toFraction(quantum));
  return Number(
    floorFraction(divideFractions(subtractFractions(whole(bot.openCost), room), whole(bot.openLots * orderTicks))),
  );
}

/** Returns the liquidation level in signed ticks of orders. Returns null when a long cannot be liquidated (strategy 4). */
export function exactLiquidation(bot: FastBot): number | null {
  const { config, quantum, sign, orderTicks } = bot.terms;
  const equity = add(config.bot.allocation, netOfSums(totalsOf(bot)));
  const need = subtractFractions(whole(bot.openCost), divideFractions(toFraction(equity), toFraction(quantum)));
  if (sign === 1 && need.n <= 0n) return null;
  const divisor = multiplyFractions(whole(bot.openLots * orderTicks), divisorOf(bot.terms, bot.openLots).exact);
  return Number(floorFraction(divideFractions(need, divisor)));
}

function sums(
  bot: FastBot,
  parts: { readonly gain: bigint; readonly maker: bigint; readonly taker: bigint; readonly funding: Decimal },
): ExactSums {
  const { instrument } = bot.terms.config.bot;
  const quantum = quantumOf(instrument);
  const money = (tickLots: bigint): Decimal => multiply(decimalOf(tickLots), quantum);
  return {
    gain: money(parts.gain),
    fees: add(multiply(money(parts.maker), instrument.makerFee), multiply(money(parts.taker), instrument.takerFee)),
    funding: parts.funding,
  };
}

function fundingMoney(bot: FastBot, units: bigint): Decimal {
  return multiply(decimalOf(units, bot.fundingPlan?.scale), bot.terms.quantum);
}

function whole(value: number): Fraction {
  return fraction(BigInt(value));
}
