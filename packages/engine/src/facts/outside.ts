// When the exchange's position is not the bot's: closings by hand, liquidations and positions that are gone (reliability 4.7, 1.3 iii).
import { fraction, fractionToDecimal, lots, multiplyFractions, toFraction, type Decimal } from '@rondo/decimal';
import { openSize, type ForcedFill } from '@rondo/strategy';
import { isEnded, logLine, tell, type Batch, type FactContext } from './batch.ts';
import { externalCloseAfterMs, externalCloseSnapshots, flatAfterMs, flatSnapshots } from '../limits.ts';
import {
  shownSize,
  tracksOf,
  type AccountMemory,
  type Bot,
  type OutsideFill,
  type PositionDifference,
} from '../memory/account-memory.ts';
import { isOpen } from '../orders/order-state.ts';

/** Digits of a fee that is shared between the bot's lots and the user's own: exact for the lots an exchange books. */
const feePlaces = 12;

/** Tells a bot what ended outside its orders, when fills explain it and readings keep saying so. True when it was told something. */
export function settleOutside({ memory, batch }: Pick<FactContext, 'memory' | 'batch'>, bot: Bot): boolean {
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
    bot.difference = { lots: difference, since: batch.now, snapshots: 0, isTold: false };
    return false;
  }
  if (!isLasting(seen, batch.now, { afterMs: externalCloseAfterMs, snapshots: externalCloseSnapshots })) return false;
  if (difference < 0n) return tellUser(batch, bot, seen);
  // Beyond the bot's own lots it is the user's business.
  const closed = difference < open ? difference : open;
  const explained = newestClosings(bot, closed);
  const found = explained.reduce((sum, fill) => sum + fill.lots, 0n);
  if (found === closed) return tellClosed(batch, bot, { fills: explained, isWhole: closed === open });
  if (shown > 0n || !isLasting(seen, batch.now, { afterMs: flatAfterMs, snapshots: flatSnapshots }))
    return tellUser(batch, bot, seen);
  if (found > 0n) return tellClosed(batch, bot, { fills: explained, isWhole: false });
  return tell(batch, bot, { key: `flat:${bot.position + 1}`, event: { kind: 'flatConfirmed' } });
}

type Duration = { readonly afterMs: number; readonly snapshots: number };

function isLasting(seen: PositionDifference, now: number, { afterMs, snapshots }: Duration): boolean {
  return now >= seen.since + afterMs && seen.snapshots >= snapshots;
}

// An order whose fate or fills are not known yet may explain the difference.
function isUncertain(memory: AccountMemory, bot: Bot): boolean {
  return tracksOf(memory, bot.row.botId).some(
    (track) =>
      track.state === 'unknown' ||
      track.state === 'sent' ||
      (!isOpen(track.state) && !track.isEndTold && track.state !== 'never'),
  );
}

function tellUser(batch: Batch, bot: Bot, seen: PositionDifference): boolean {
  if (seen.isTold || bot.state.status === 'error') return false;
  bot.difference = { ...seen, isTold: true };
  logLine(batch, bot, { type: 'ERROR', messageKey: 'bots.log.positionDiffers', parameters: {} });
  return false;
}

function tellClosed(
  batch: Batch,
  bot: Bot,
  told: { readonly fills: readonly OutsideFill[]; readonly isWhole: boolean },
): boolean {
  const newestAt = bot.outsideFills.reduce((latest, fill) => Math.max(latest, fill.at), 0);
  const fills: readonly ForcedFill[] = told.fills.map(({ price, lots: count, fee }) => ({ price, lots: count, fee }));
  const isLiquidated = told.isWhole && told.fills.some((fill) => fill.kind !== 'trade');
  bot.outsideFills = [];
  bot.difference = null;
  // Exits that were refused for the larger size are placed at once in the size that is left.
  bot.backoffs.clear();
  // The key says up to which fill everything is told: a restart must not tell it again.
  return tell(batch, bot, {
    key: `outside:${bot.position + 1}:${newestAt}`,
    event: { kind: isLiquidated ? 'liquidated' : 'externalClose', fills },
  });
}

/** The latest closings that together hold this many lots, oldest first; what the user had added himself he closed before. */
function newestClosings(bot: Bot, wanted: bigint): readonly OutsideFill[] {
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
