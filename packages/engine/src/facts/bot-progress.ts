// What follows from the facts for each bot: start, price for a first step, proof that the round's orders are gone, closings from outside.
import { add, normalise, subtract, zero, type Decimal } from '@rondo/decimal';
import { needsPrice, openSize } from '@rondo/strategy';
import { isEnded, tell, type Batch } from './batch.ts';
import { fundingBillWithinMs, fundingEveryMs, priceMaxAgeMs, settleRoundsMax } from '../limits.ts';
import { isBlocked } from '../gate/margin-block.ts';
import { shownSize, tracksOf, type AccountMemory, type Bot } from '../memory/account-memory.ts';
import { settleOutside } from './outside.ts';

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
  if (mayOpen(bot) && isFlat(memory, bot) && areOrdersGone(memory, bot)) {
    const ticker = memory.tickers.get(bot.config.instrument.id);
    if (ticker !== undefined && batch.now - ticker.receivedAt <= priceMaxAgeMs) {
      return tell(batch, bot, { key: key('price'), event: { kind: 'price', price: ticker.last } });
    }
  }
  return settleOutside(memory, batch, bot);
}

function mayOpen(bot: Bot): boolean {
  const round = bot.state.round?.round ?? 0;
  return needsPrice(bot.state) && !isBlocked(bot, { kind: 'entry', round, step: 1 });
}

// A bot that the strategy has ended is over when no order of it can be open any more and the bills were read since its last
// fact: a funding that was paid shortly before belongs to it, and nobody would book it afterwards.
function closeEnded(memory: AccountMemory, batch: Batch, bot: Bot): void {
  if (bot.endedAt !== null || !isEnded(bot)) return;
  if (tracksOf(memory, bot.row.botId).some((track) => !track.isEndTold)) return;
  if (memory.billsReadAt <= lastBillAt(bot)) {
    memory.slowReadDueAt = 0;
    memory.isSnapshotWanted = true;
    return;
  }
  bot.endedAt = batch.now;
  batch.touched.add(bot);
}

// After this no bill of the bot can come: its last fact, or a little after the whole hour, where funding is due.
function lastBillAt(bot: Bot): number {
  const hourAt = Math.floor(bot.lastFactAt / fundingEveryMs) * fundingEveryMs;
  return bot.row.createdAt < hourAt ? Math.max(bot.lastFactAt, hourAt + fundingBillWithinMs) : bot.lastFactAt;
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
  return isSnapshotNewer(memory, bot) && openSize(bot.state) === 0n && shownSize(memory, bot) === 0n;
}

function tellMargin(memory: AccountMemory, batch: Batch, bot: Bot): void {
  if (memory.balance === null) return;
  const reserved = [...memory.bots.values()].reduce((sum: Decimal, each) => add(sum, each.state.reservation), zero);
  const amount = normalise(subtract(memory.balance.value.equity, reserved));
  tell(batch, bot, { key: `margin:${bot.position + 1}`, event: { kind: 'availableMargin', amount } });
}
