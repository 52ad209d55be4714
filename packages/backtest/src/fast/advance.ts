// Moves a bot of the fast loop from one candle that touches a level to the next candle that touches a level.
import type { FastBot } from './bot.ts';
import { seekByIndex, seekByScan, type CandleIndex } from './search/candle-index.ts';
import { candleOfWaitEnd, type FastGuard } from './loss-guard.ts';
import { bookFunding, openAfterWait, openAtClose, startBot, walkCandle } from './walk-candle.ts';
import { reentryDraws } from '../walk/reentry-jitter.ts';
import { intervalFor } from './candle-interval.ts';

/** The method that finds the next candle that touches a level: a scan of every candle, or the index. */
export type Seek = 'scan' | 'index';

/** Simulates the bot from the candle `bot.candle` to the candle before `end`, or until the bot has ended. */
export function advance(bot: FastBot, index: CandleIndex, span: { readonly end: number; readonly seek: Seek }): void {
  const { candles } = index;
  const { end, seek } = span;
  const { guard } = bot;
  if (guard !== null) guard.times = candles.at;
  if (bot.roundsOpened === 0 && bot.signals === null && end > 0) {
    startBot(bot, index);
    walkNext(bot, index);
  }
  while (bot.end === null && (bot.candle < end || isSignalOpen(bot, end))) {
    if (guard !== null && guard.waitsUntil !== null) {
      if (!passWait(bot, guard, { index, end })) return;
      continue;
    }
    if (bot.isWaitingForDraw) {
      if (!passDraws(bot, index, end)) return;
      continue;
    }
    if (bot.signalFrom >= 0) {
      if (!passSignal(bot, index, end)) return;
      continue;
    }
    const plan = bot.fundingPlan;
    const due = plan?.candle[bot.nextFunding] ?? end;
    const stop = due < end ? due : end;
    bot.candle = seek === 'scan' ? seekByScan(index, bot, stop) : seekByIndex(index, bot, stop);
    if (bot.candle >= end) return;
    // Funding changes the levels, and the price may then already be beyond a level. So a candle with funding is always simulated.
    if (plan !== null && bot.candle === due) bookFunding(bot, candles, plan);
    walkNext(bot, index);
  }
}

/** Returns true when a candle before `end` may still have the signal of the next round. The round before may have ended in the last candle. */
function isSignalOpen({ signalFrom, unusedFrom }: FastBot, end: number): boolean {
  return signalFrom >= 0 && Math.max(signalFrom, unusedFrom) < end;
}

function walkNext(bot: FastBot, index: CandleIndex): void {
  walkCandle(bot, index);
  if (bot.guard !== null) openAfterWait(bot, index);
  if (bot.end === null) bot.candle += 1;
}

/**
 * Moves to the candle in which the wait ends, and opens the next round in this candle when the bot has no re-entry
 * jitter. Returns false when the wait does not end before the candle `end`.
 */
function passWait(
  bot: FastBot,
  guard: FastGuard,
  { index, end }: { readonly index: CandleIndex; readonly end: number },
): boolean {
  bot.candle = candleOfWaitEnd(guard, index.candles, { from: bot.candle, end });
  if (bot.candle >= end) return false;
  skipFunding(bot, end);
  openAfterWait(bot, index);
  if (bot.end === null && !bot.isWaitingForDraw && bot.signalFrom < 0) bot.candle += 1;
  return true;
}

/**
 * Draws a number for each candle. At the close of the candle whose draw allows it, the next round opens, or waits for a signal. Returns false when no
 * draw before the candle `end` allows it.
 */
function passDraws(bot: FastBot, { candles }: CandleIndex, end: number): boolean {
  // A bot waits for a draw only when its configuration has the jitter.
  bot.draw ??= reentryDraws(bot.terms.config.reentryJitter!, intervalFor(candles));
  while (bot.candle < end && !bot.draw()) bot.candle += 1;
  if (bot.candle >= end) return false;
  if (bot.signals !== null) {
    bot.isWaitingForDraw = false;
    bot.signalFrom = bot.candle;
    return true;
  }
  skipFunding(bot, end);
  openAtClose(bot, candles);
  if (bot.end === null) bot.candle += 1;
  return true;
}

/**
 * Moves to the candle of the next signal and opens the next round at its close. The round before may have ended in this candle. Returns false when no
 * signal comes before the candle `end`.
 */
function passSignal(bot: FastBot, { candles }: CandleIndex, end: number): boolean {
  // Only a bot with signals waits for a signal.
  const candle = bot.signals!(Math.max(bot.signalFrom, bot.unusedFrom));
  bot.candle = candle < end ? candle : end;
  if (candle >= end) return false;
  skipFunding(bot, end);
  bot.unusedFrom = candle + 1;
  openAtClose(bot, candles);
  if (bot.end === null) bot.candle += 1;
  return true;
}

/** Skips the funding up to the current candle. No lot is open during a wait, so no funding is booked. */
function skipFunding(bot: FastBot, end: number): void {
  const due = bot.fundingPlan?.candle;
  while ((due?.[bot.nextFunding] ?? end) <= bot.candle) bot.nextFunding += 1;
}
