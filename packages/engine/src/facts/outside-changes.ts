// Differences between the exchange's position and the bot's: closings by the user, liquidations, vanished positions (reliability 4.7, 1.3 iii).
import { fraction, fractionToDecimal, lots, multiplyFractions, toFraction, type Decimal } from '@rondo/decimal';
import { openSize, type ForcedFill } from '@rondo/strategy';
import { addLogLine, dispatchEvent, isEnded, type Batch, type FactContext } from './batch.ts';
import { externalCloseAfterMs, externalCloseSnapshots, flatAfterMs, flatSnapshots } from '../limits.ts';
import { activeOrdersOf, shownSize, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory, OutsideFill, PositionDifference } from '../memory/bot-memory.ts';
import { isOpen } from '../orders/order-state.ts';

/** Decimal places of a fee that is split between the bot's lots and the user's own. */
const feePlaces = 12;

/**
 * Reports to a bot that lots were closed outside its orders, once fills explain it and several snapshots show it.
 * Returns true when an event was dispatched.
 */
export function applyOutsideChanges({ memory, batch }: Pick<FactContext, 'memory' | 'batch'>, bot: BotMemory): boolean {
  const shown = shownSize(memory, bot);
  if (shown === null || memory.snapshot === null || memory.snapshot.startedAt <= bot.lastFactAt) return false;
  const open = openSize(bot.state);
  const difference = open - shown;
  if (difference === 0n || isEnded(bot) || isUncertain(memory, bot)) {
    bot.difference = null;
    return false;
  }
  const seen = bot.difference?.lots === difference ? bot.difference : null;
  if (seen === null) {
    bot.difference = { lots: difference, since: batch.now, snapshots: 0, isReported: false };
    return false;
  }
  if (!isLasting(seen, batch.now, { afterMs: externalCloseAfterMs, snapshots: externalCloseSnapshots })) return false;
  if (difference < 0n) return reportDifference(batch, bot, seen);
  // Lots beyond the bot's own belong to the user.
  const closed = difference < open ? difference : open;
  const explained = newestClosings(bot, closed);
  const found = explained.reduce((sum, fill) => sum + fill.lots, 0n);
  if (found === closed) return dispatchClosing(batch, bot, { fills: explained, isWhole: closed === open });
  if (shown > 0n || !isLasting(seen, batch.now, { afterMs: flatAfterMs, snapshots: flatSnapshots }))
    return reportDifference(batch, bot, seen);
  if (found > 0n) return dispatchClosing(batch, bot, { fills: explained, isWhole: false });
  return dispatchEvent(batch, bot, {
    key: { kind: 'flat', position: bot.position + 1 },
    event: { kind: 'flatConfirmed' },
  });
}

type Duration = { readonly afterMs: number; readonly snapshots: number };

function isLasting(seen: PositionDifference, now: number, { afterMs, snapshots }: Duration): boolean {
  return now >= seen.since + afterMs && seen.snapshots >= snapshots;
}

// An active order may explain the difference while its outcome is unknown, or while fills of it are missing.
function isUncertain(memory: AccountMemory, bot: BotMemory): boolean {
  return activeOrdersOf(memory, bot.row.botId).some(
    ({ state }) => state === 'unknown' || state === 'sent' || (!isOpen(state) && state !== 'never'),
  );
}

function reportDifference(batch: Batch, bot: BotMemory, seen: PositionDifference): boolean {
  if (seen.isReported || bot.state.status === 'error') return false;
  bot.difference = { ...seen, isReported: true };
  addLogLine(batch, bot, { type: 'ERROR', messageKey: 'bots.log.positionDiffers', parameters: {} });
  return false;
}

function dispatchClosing(
  batch: Batch,
  bot: BotMemory,
  closing: { readonly fills: readonly OutsideFill[]; readonly isWhole: boolean },
): boolean {
  const newestAt = bot.outsideFills.reduce((latest, fill) => Math.max(latest, fill.at), 0);
  const fills: readonly ForcedFill[] = closing.fills.map(({ price, lots: count, fee }) => ({
    price,
    lots: count,
    fee,
  }));
  const isLiquidated = closing.isWhole && closing.fills.some((fill) => fill.kind !== 'trade');
  bot.outsideFills = [];
  bot.difference = null;
  // Exits that were refused for the larger size are placed at once in the remaining size.
  bot.backoffs.clear();
  // The key names the newest fill that is reported, so that a restart does not report it again.
  return dispatchEvent(batch, bot, {
    key: { kind: 'outside', position: bot.position + 1, newestFillAt: newestAt },
    event: { kind: isLiquidated ? 'liquidated' : 'externalClose', fills },
  });
}

/** The newest closing fills that add up to this many lots, oldest first. Earlier fills closed the lots that the user had added. */
function newestClosings(bot: BotMemory, wanted: bigint): readonly OutsideFill[] {
  const closingSide = bot.config.direction === 'long' ? 'sell' : 'buy';
  const taken: OutsideFill[] = [];
  let left = wanted;
  for (const fill of bot.outsideFills.toReversed()) {
    if (fill.side !== closingSide || left === 0n) continue;
    const part = fill.lots < left ? fill.lots : left;
    left -= part;
    taken.unshift(part === fill.lots ? fill : { ...fill, lots: lots(part), fee: shareOf(fill.fee, part, fill.lots) });
  }
  return taken;
}

function shareOf(fee: Decimal, part: bigint, whole: bigint): Decimal {
  return fractionToDecimal(multiplyFractions(toFraction(fee), fraction(part, whole)), feePlaces, 'halfUp');
}
