// What follows from the facts for each bot: start, price for a first step, proof that the round's orders are gone, closings from outside.
import { add, normalise, subtract, zero, type Decimal } from '@rondo/decimal';
import { needsPrice, openSize } from '@rondo/strategy';
import { isEnded, tell, type Batch } from './batch.ts';
import { externalCloseAfterMs, externalCloseSnapshots, priceMaxAgeMs, settleRoundsMax } from './limits.ts';
import { shownPosition, tracksOf, type AccountMemory, type Bot } from './memory.ts';
import { isOpen } from './orders.ts';

/** Tells every bot what the account's readings prove. Bounded; each round tells at most one thing per bot. */
export function settleBots(memory: AccountMemory, batch: Batch): void {
  for (const bot of memory.bots.values()) {
    let rounds = 0;
    while (rounds < settleRoundsMax && settleOne(memory, batch, bot)) rounds += 1;
    closeEnded(memory, batch, bot);
  }
}

function settleOne(memory: AccountMemory, batch: Batch, bot: Bot): boolean {
  const key = (name: string): string => `${name}:${bot.position + 1}`;
  if (bot.state.status === 'idle') return tell(batch, bot, { key: 'start', event: { kind: 'start' } });
  const closing = bot.state.round?.closing ?? null;
  if (closing !== null && !closing.ordersGone && areOrdersGone(memory, bot)) {
    if (openSize(bot.state) > 0n || isFlat(memory, bot) || isLeaving(bot)) {
      tellMargin(memory, batch, bot);
      return tell(batch, bot, { key: key('gone'), event: { kind: 'ordersGone' } });
    }
  }
  if (needsPrice(bot.state) && isFlat(memory, bot) && areOrdersGone(memory, bot)) {
    const ticker = memory.tickers.get(bot.config.instrument.id);
    if (ticker !== undefined && batch.now - ticker.receivedAt <= priceMaxAgeMs) {
      return tell(batch, bot, { key: key('price'), event: { kind: 'price', price: ticker.last } });
    }
  }
  return settleOutside(memory, batch, bot);
}

// A bot that the strategy has ended is over when no order of it can be open any more and the bills were read since its last
// fact: a funding that was paid shortly before belongs to it, and nobody would book it afterwards.
function closeEnded(memory: AccountMemory, batch: Batch, bot: Bot): void {
  if (bot.endedAt !== null || !isEnded(bot)) return;
  if (tracksOf(memory, bot.row.botId).some((track) => !track.isEndTold)) return;
  if (memory.billsReadAt <= bot.lastFactAt) {
    memory.slowReadDueAt = 0;
    memory.isSnapshotWanted = true;
    return;
  }
  bot.endedAt = batch.now;
  batch.touched.add(bot);
}

function isLeaving(bot: Bot): boolean {
  return bot.state.stop?.closePosition === false || bot.state.round?.closing?.reason === 'leave';
}

// A reading that began after the last fact about this bot; an older one would undo what is known already.
function isSnapshotNewer(memory: AccountMemory, bot: Bot): boolean {
  return memory.snapshot !== null && memory.snapshot.startedAt > bot.lastFactAt;
}

function areOrdersGone(memory: AccountMemory, bot: Bot): boolean {
  const isGone = tracksOf(memory, bot.row.botId).every((track) => track.isEndTold);
  if (!isGone || !isSnapshotNewer(memory, bot)) {
    if (isGone) memory.isSnapshotWanted = true;
    return false;
  }
  const own = new Set(tracksOf(memory, bot.row.botId).map((track) => track.clientId));
  return !memory.snapshot?.openOrders.some((order) => own.has(order.clientId));
}

function isFlat(memory: AccountMemory, bot: Bot): boolean {
  return (
    isSnapshotNewer(memory, bot) && openSize(bot.state) === 0n && shownPosition(memory, bot.config.instrument.id) === 0n
  );
}

function tellMargin(memory: AccountMemory, batch: Batch, bot: Bot): void {
  if (memory.balance === null) return;
  const reserved = [...memory.bots.values()].reduce((sum: Decimal, each) => add(sum, each.state.reservation), zero);
  const amount = normalise(subtract(memory.balance.value.equity, reserved));
  tell(batch, bot, { key: `margin:${bot.position + 1}`, event: { kind: 'availableMargin', amount } });
}

// The position ended outside only when fills from outside explain it and readings keep saying so (reliability 1.3 iii: a missing report is not flat).
function settleOutside(memory: AccountMemory, batch: Batch, bot: Bot): boolean {
  const isBooked = openSize(bot.state) > 0n;
  const shown = shownPosition(memory, bot.config.instrument.id);
  const isGone = isBooked && bot.outsideFills.length > 0 && shown === 0n && isSnapshotNewer(memory, bot);
  const isUncertain = tracksOf(memory, bot.row.botId).some(
    (track) => track.state === 'unknown' || (!isOpen(track.state) && !track.isEndTold),
  );
  if (!isGone || isUncertain) {
    bot.outside = isGone ? bot.outside : null;
    return false;
  }
  if (bot.outside === null) {
    bot.outside = { since: batch.now, snapshots: 0 };
    return false;
  }
  if (batch.now < bot.outside.since + externalCloseAfterMs || bot.outside.snapshots < externalCloseSnapshots)
    return false;
  const total = bot.outsideFills.reduce((sum, fill) => sum + fill.lots, 0n);
  if (total !== openSize(bot.state)) return false;
  const fills = bot.outsideFills.map(({ price, lots, fee }) => ({ price, lots, fee }));
  const isLiquidated = bot.outsideFills.some((fill) => fill.kind !== 'trade');
  bot.outsideFills = [];
  bot.outside = null;
  return tell(batch, bot, {
    key: `outside:${bot.position + 1}`,
    event: { kind: isLiquidated ? 'liquidated' : 'externalClose', fills },
  });
}
