// What follows from the facts for each bot: start, price for a first step, proof that the round's orders are gone, closings from outside.
import { add, normalise, subtract, zero, type Decimal } from '@rondo/decimal';
import { needsPrice, openSize } from '@rondo/strategy';
import { isEnded, tell, type FactContext } from './batch.ts';
import { priceMaxAgeMs, settleRoundsMax } from '../limits.ts';
import { isBlocked } from '../gate/margin-block.ts';
import { shownSize, tracksOf, type AccountMemory, type Bot } from '../memory/account-memory.ts';
import type { Venue } from '../ports/index.ts';
import { settleOutside } from './outside.ts';

/** Tells every bot what the account's readings prove. Bounded; each round tells at most one thing per bot. */
export function settleBots(facts: FactContext): void {
  for (const bot of facts.memory.bots.values()) {
    let rounds = 0;
    while (rounds < settleRoundsMax && settleOne(facts, bot)) rounds += 1;
    closeEnded(facts, bot);
  }
}

function settleOne(facts: FactContext, bot: Bot): boolean {
  const { memory, batch } = facts;
  const key = (name: string): string => `${name}:${bot.position + 1}`;
  if (bot.state.status === 'idle') return tell(batch, bot, { key: 'start', event: { kind: 'start' } });
  const closing = bot.state.round?.closing ?? null;
  if (closing !== null && !closing.ordersGone && areOrdersGone(memory, bot)) {
    if (openSize(bot.state) > 0n || isFlat(memory, bot) || isLeaving(bot)) {
      tellMargin(facts, bot);
      return tell(batch, bot, { key: key('gone'), event: { kind: 'ordersGone' } });
    }
  }
  if (mayOpen(bot) && isFlat(memory, bot) && areOrdersGone(memory, bot)) {
    const ticker = memory.tickers.get(bot.config.instrument.id);
    if (ticker !== undefined && batch.now - ticker.receivedAt <= priceMaxAgeMs) {
      return tell(batch, bot, { key: key('price'), event: { kind: 'price', price: ticker.last } });
    }
  }
  return settleOutside(facts, bot);
}

function mayOpen(bot: Bot): boolean {
  const round = bot.state.round?.round ?? 0;
  return needsPrice(bot.state) && !isBlocked(bot, { kind: 'entry', round, step: 1 });
}

// A bot that the strategy has ended is over when no order of it can be open any more and the bills were read since its last
// fact: a funding that was paid shortly before belongs to it, and nobody would book it afterwards.
function closeEnded(facts: FactContext, bot: Bot): void {
  const { memory, batch } = facts;
  if (bot.endedAt !== null || !isEnded(bot)) return;
  if (tracksOf(memory, bot.row.botId).some((track) => !track.isEndTold)) return;
  if (memory.billsReadAt <= lastBillAt(facts.venue, bot)) {
    memory.slowReadDueAt = 0;
    memory.isSnapshotWanted = true;
    return;
  }
  bot.endedAt = batch.now;
  batch.touched.add(bot);
}

// No bill of the bot can come later than this: its last fact, or shortly after the latest funding before it.
function lastBillAt(venue: Venue, bot: Bot): number {
  const fundingAt = venue.lastFundingAt(bot.lastFactAt);
  if (fundingAt === null || bot.row.createdAt >= fundingAt) return bot.lastFactAt;
  return Math.max(bot.lastFactAt, fundingAt + venue.fundingBillWithinMs);
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

function tellMargin({ memory, batch }: FactContext, bot: Bot): void {
  if (memory.balance === null) return;
  const reserved = [...memory.bots.values()].reduce((sum: Decimal, each) => add(sum, each.state.reservation), zero);
  const amount = normalise(subtract(memory.balance.value.equity, reserved));
  tell(batch, bot, { key: `margin:${bot.position + 1}`, event: { kind: 'availableMargin', amount } });
}
