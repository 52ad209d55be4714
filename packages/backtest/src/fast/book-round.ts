// Ends a round in the fast loop: adds its sums to the sums of the finished rounds and computes the next budget.
import { maxOpenSum } from '../limits.ts';
import type { FastBot } from './bot.ts';

/** The rounding error of a sum of six products is less than 2^-49 of the sum of their magnitudes. The larger value adds a safety margin. */
const equitySlack = 2 ** -47;

/**
 * Adds the sums of the running round to the finished rounds and computes the equity and the budget (strategy 3.6). No
 * lot is open at this time.
 */
export function bookRound(bot: FastBot): void {
  const { terms } = bot;
  bot.pastGain += bot.gain;
  bot.pastMaker += bot.maker;
  bot.pastTaker += bot.taker;
  bot.gain = 0;
  bot.maker = 0;
  bot.taker = 0;
  bot.depth = 0;
  bot.openLots = 0;
  bot.openCost = 0;
  bot.baseLots = 0;
  bot.baseCost = 0;
  bot.creditGain = 0;
  bot.creditValue = 0;
  if (bot.fundingPlan !== null) bookFundingOfRound(bot, bot.fundingPlan.scale);
  if (bot.pastMaker > maxOpenSum || bot.pastTaker > maxOpenSum || Math.abs(bot.pastGain) > maxOpenSum) moveSums(bot);
  const fees = terms.makerFee * bot.pastMaker + terms.takerFee * bot.pastTaker;
  const net = bot.movedNet + bot.pastGain - fees + bot.pastFunding;
  bot.pastEquity = terms.allocation + net;
  bot.pastScale =
    terms.allocation +
    bot.movedScale +
    Math.abs(bot.pastGain) +
    Math.abs(terms.makerFee) * bot.pastMaker +
    Math.abs(terms.takerFee) * bot.pastTaker +
    Math.abs(bot.pastFunding);
  bot.budget = terms.compounds || bot.pastEquity < terms.allocation ? bot.pastEquity : terms.allocation;
  bot.budgetSlack = bot.pastScale * equitySlack;
}

function bookFundingOfRound(bot: FastBot, scale: number): void {
  bot.roundFundingUnits = 0n;
  bot.funding = 0;
  bot.pastFunding = Number(bot.fundingUnits) / 10 ** scale;
}

/** Moves the past sums to bigints before the sums leave the range in which doubles are exact. */
function moveSums(bot: FastBot): void {
  const { makerFee, takerFee } = bot.terms;
  bot.movedGain += BigInt(bot.pastGain);
  bot.movedMaker += BigInt(bot.pastMaker);
  bot.movedTaker += BigInt(bot.pastTaker);
  bot.pastGain = 0;
  bot.pastMaker = 0;
  bot.pastTaker = 0;
  const gain = Number(bot.movedGain);
  const fees = makerFee * Number(bot.movedMaker) + takerFee * Number(bot.movedTaker);
  bot.movedNet = gain - fees;
  bot.movedScale =
    Math.abs(gain) + Math.abs(makerFee) * Number(bot.movedMaker) + Math.abs(takerFee) * Number(bot.movedTaker);
}
