// Runs a bot in the fast loop, and computes its figures from exact sums.
import { formatFixed, multiply, decimalOf } from '@rondo/decimal';
import { OutOfBounds, ticksAt } from './rounding/round-off.ts';
import type { WalkSummary } from '../walk/walk.ts';
import { advance, type Seek } from './advance.ts';
import type { FastBot } from './bot.ts';
import type { CandleIndex } from './search/candle-index.ts';
import { netOfSums, totalsOf } from './rounding/exact.ts';

/** Simulates a bot up to the candle `span.end`. Returns false when a number left the range of exact doubles. The reducer must then simulate the bot. */
export function walkFast(
  bot: FastBot,
  index: CandleIndex,
  span: { readonly end: number; readonly seek: Seek },
): boolean {
  try {
    advance(bot, index, span);
    return true;
  } catch (error) {
    if (error instanceof OutOfBounds) return false;
    throw error;
  }
}

/** Returns the figures of a bot after the simulation of its series (strategy 7). */
export function summaryOfFast(bot: FastBot, index: CandleIndex): WalkSummary {
  const { close } = index.candles;
  const { sign, quantum } = bot.terms;
  // A bot that ended in the first candle has no previous candle. The bot has no open lot, so the price 0 is multiplied by 0.
  const last = sign * ticksAt(close, bot.candle - 1);
  const tickLots = BigInt(last) * BigInt(bot.openLots) - BigInt(bot.openCost);
  return {
    candles: bot.end === null ? bot.candle : bot.candle + 1,
    rounds: bot.rounds,
    cycles: bot.cycles,
    fills: bot.fills,
    netPnl: formatFixed(netOfSums(totalsOf(bot)), 8),
    unrealizedPnl: formatFixed(multiply(decimalOf(tickLots), quantum), 8),
    maxStep: bot.maxDepth,
    liquidated: bot.end === 'liquidated',
    stopped: stoppedOf(bot),
  };
}

/** Returns the reason why the bot ended. A budget of zero cannot buy the smallest order, so both refusals have the name below_min_size. */
function stoppedOf(bot: FastBot): string | null {
  if (bot.end === null || bot.end === 'liquidated') return null;
  if (bot.end !== 'refused') return bot.end;
  return bot.refusal === 'no_budget' ? 'below_min_size' : bot.refusal;
}
