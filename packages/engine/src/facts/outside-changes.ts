// Compares the position at the exchange with the open lots of the bot. The cause of a difference is a trade of the
// user, a liquidation, or a position that disappeared without a fill (reliability 4.7, 1.3 iii).
import { lots, type Lots } from '@rondo/decimal';
import { openSize, type ForcedFill } from '@rondo/strategy';
import { addLogLine, dispatchEvent, isEnded, type Batch, type FactContext } from './batch.ts';
import { feeShareOf } from './fee-share.ts';
import { externalCloseAfterMs, externalCloseSnapshots, flatAfterMs, flatSnapshots } from '../limits.ts';
import { hasExpired } from '../instruments/trading-state.ts';
import { activeOrdersOf, newerSnapshot, sizeIn, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory, OutsideFill, PositionDifference } from '../memory/bot-memory.ts';
import { isOpen } from '../orders/order-state.ts';
import { restingExitsOf } from '../memory/resting-exits.ts';

/**
 * Reports to a bot that its lots were closed from outside. The closing is reported when fills explain the closing and
 * several snapshots show the smaller position. When the fills do not explain the closing, a position of zero is
 * reported after `flatAfterMs`. Returns true when an event was dispatched.
 */
export function applyOutsideChanges(facts: Pick<FactContext, 'memory' | 'batch'>, bot: BotMemory): boolean {
  const { memory, batch } = facts;
  // The bill of the settlement explains the end of a position on an expired instrument.
  if (hasExpired(memory, bot)) return false;
  const snapshot = newerSnapshot(memory, bot);
  if (snapshot === null) return false;
  const shown = sizeIn(snapshot.positions, bot);
  if (shown === null) {
    bot.difference = null;
    return false;
  }
  const open = openSize(bot.state);
  const difference = open - shown;
  if (difference === 0n || isEnded(bot) !== wantsClose(memory, bot) || isUncertain(memory, bot)) {
    bot.difference = null;
    return false;
  }
  const seen = bot.difference?.lots === difference ? bot.difference : null;
  if (seen === null) {
    bot.difference = { lots: difference, since: batch.now, snapshots: 0, isReported: false };
    return false;
  }
  if (!isLasting(seen, batch.now, { afterMs: externalCloseAfterMs, snapshots: externalCloseSnapshots })) return false;
  // Stryker disable next-line EqualityOperator: the function has returned before when the difference is zero.
  if (difference < 0n) return reportDifference(batch, bot, seen);
  // When the exchange shows a position on the other side, the difference is larger than the open size of the bot. The
  // lots above the open size belong to the user.
  // Stryker disable next-line EqualityOperator: when both sizes are equal, both branches return the same size.
  const closed = difference < open ? difference : open;
  const explained = newestClosings(bot, closed);
  const found = explained.reduce((sum, fill) => sum + fill.lots, 0n);
  if (found === closed) return dispatchClosing(facts, bot, { fills: explained, isWhole: closed === open });
  if (shown > 0n || !isLasting(seen, batch.now, { afterMs: flatAfterMs, snapshots: flatSnapshots }))
    return reportDifference(batch, bot, seen);
  if (found > 0n) return dispatchClosing(facts, bot, { fills: explained, isWhole: false });
  return dispatchEvent(batch, bot, {
    key: { kind: 'flat', position: bot.position + 1 },
    event: { kind: 'flatConfirmed', at: batch.now },
  });
}

/** Returns true when an order must close lots of an ended bot. On an expired instrument no order can close them. */
export function wantsClose(memory: AccountMemory, bot: BotMemory): boolean {
  return isEnded(bot) && bot.desired.length > 0 && !hasExpired(memory, bot);
}

/** Returns the lots of the user beside the lots of the bot: those that the position has lastingly had above the open size of the bot. */
export function surplusOf({ difference }: Pick<BotMemory, 'difference'>, now: number): Lots {
  const isSurplus =
    difference !== null &&
    isLasting(difference, now, { afterMs: externalCloseAfterMs, snapshots: externalCloseSnapshots });
  return lots(isSurplus && difference.lots < 0n ? -difference.lots : 0n);
}

type Duration = { readonly afterMs: number; readonly snapshots: number };

function isLasting(seen: PositionDifference, now: number, { afterMs, snapshots }: Duration): boolean {
  return now >= seen.since + afterMs && seen.snapshots >= snapshots;
}

// Returns true when an active order may explain the difference, because its outcome is unknown or some of its fills are missing.
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
  { memory, batch }: Pick<FactContext, 'memory' | 'batch'>,
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
  // The exchange may have refused exits that were larger than the position. The waits after these refusals are deleted,
  // so the bot places the exits with the remaining size now.
  bot.backoffs.clear();
  // The key contains the time of the newest reported fill, so a restart does not report this fill again.
  return dispatchEvent(batch, bot, {
    key: { kind: 'outside', position: bot.position + 1, newestFillAt: newestAt },
    event: isLiquidated
      ? { kind: 'liquidated', fills }
      : { kind: 'externalClose', fills, ...restingExitsOf(memory, bot) },
  });
}

/**
 * Returns the newest closing fills up to a sum of `wanted` lots, with the oldest fill first. Earlier fills closed lots
 * that the user had added.
 */
function newestClosings(bot: BotMemory, wanted: bigint): readonly OutsideFill[] {
  const closingSide = bot.config.direction === 'long' ? 'sell' : 'buy';
  const taken: OutsideFill[] = [];
  let left = wanted;
  for (const fill of bot.outsideFills.toReversed()) {
    if (fill.side !== closingSide || left === 0n) continue;
    // Stryker disable next-line EqualityOperator: when both sizes are equal, both branches return the same size.
    const part = fill.lots < left ? fill.lots : left;
    left -= part;
    taken.unshift({ ...fill, lots: lots(part), fee: feeShareOf(fill.fee, part, fill.lots) });
  }
  return taken;
}
