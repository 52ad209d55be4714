// Events that follow from the account's readings: start, price of a first step, proof that a round's orders are gone, outside closings.
import { add, normalise, subtract, zero, type Decimal } from '@rondo/decimal';
import { needsPrice, openSize } from '@rondo/strategy';
import { dispatchEvent, isEnded, type FactContext } from './batch.ts';
import { priceMaxAgeMs, derivedEventsMax } from '../limits.ts';
import { isBlocked } from '../gate/margin-block.ts';
import { activeOrdersOf, ordersOf, shownSize, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { Venue } from '../ports/index.ts';
import { applyOutsideChanges } from './outside-changes.ts';

/** Dispatches to every bot what the account's readings prove: one event after another, at most `derivedEventsMax` per bot. */
export function advanceBots(facts: FactContext): void {
  for (const bot of facts.memory.bots.values()) {
    let count = 0;
    while (count < derivedEventsMax && dispatchNext(facts, bot)) count += 1;
    closeEnded(facts, bot);
  }
}

// Dispatches the first event that is proven now; false when there is none.
function dispatchNext(facts: FactContext, bot: BotMemory): boolean {
  const { memory, batch } = facts;
  const position = bot.position + 1;
  if (bot.state.status === 'idle')
    return dispatchEvent(batch, bot, { key: { kind: 'start' }, event: { kind: 'start' } });
  const closing = bot.state.round?.closing ?? null;
  if (closing !== null && !closing.ordersGone && areOrdersGone(memory, bot)) {
    if (openSize(bot.state) > 0n || isFlat(memory, bot) || isLeaving(bot)) {
      dispatchAvailableMargin(facts, bot);
      const key = { kind: 'gone', position: bot.position + 1 } as const;
      return dispatchEvent(batch, bot, { key, event: { kind: 'ordersGone' } });
    }
  }
  if (mayOpen(bot) && isFlat(memory, bot) && areOrdersGone(memory, bot)) {
    const ticker = memory.tickers.get(bot.config.instrument.id);
    if (ticker !== undefined && batch.now - ticker.receivedAt <= priceMaxAgeMs) {
      return dispatchEvent(batch, bot, {
        key: { kind: 'price', position },
        event: { kind: 'price', price: ticker.last },
      });
    }
  }
  return applyOutsideChanges(facts, bot);
}

function mayOpen(bot: BotMemory): boolean {
  const round = bot.state.round?.round ?? 0;
  return needsPrice(bot.state) && !isBlocked(bot, { kind: 'entry', round, step: 1 });
}

// An ended bot is closed when every end of its orders was reported and the bills were read after its last fact: a funding
// that was paid shortly before belongs to the bot, and no later code would book it.
function closeEnded(facts: FactContext, bot: BotMemory): void {
  const { memory, batch } = facts;
  if (bot.endedAt !== null || !isEnded(bot)) return;
  if (activeOrdersOf(memory, bot.row.botId).length > 0) return;
  if (memory.billsReadAt <= lastBillAt(facts.venue, bot)) {
    memory.slowReadDueAt = 0;
    memory.isSnapshotWanted = true;
    return;
  }
  bot.endedAt = batch.now;
  batch.touched.add(bot);
}

// No bill of the bot can come later than this: its last fact, or shortly after the latest funding before it.
function lastBillAt(venue: Venue, bot: BotMemory): number {
  const fundingAt = venue.lastFundingAt(bot.lastFactAt);
  if (fundingAt === null || bot.row.createdAt >= fundingAt) return bot.lastFactAt;
  return Math.max(bot.lastFactAt, fundingAt + venue.fundingBillWithinMs);
}

function isLeaving(bot: BotMemory): boolean {
  return bot.state.stop?.closePosition === false || bot.state.round?.closing?.reason === 'leave';
}

// The snapshot must have begun after the last fact about this bot, because an older one does not contain that fact.
function isSnapshotNewer(memory: AccountMemory, bot: BotMemory): boolean {
  return memory.snapshot !== null && memory.snapshot.startedAt > bot.lastFactAt;
}

// Every end was reported, and a snapshot taken after that lists none of the bot's orders.
function areOrdersGone(memory: AccountMemory, bot: BotMemory): boolean {
  if (activeOrdersOf(memory, bot.row.botId).length > 0) return false;
  if (!isSnapshotNewer(memory, bot)) {
    memory.isSnapshotWanted = true;
    return false;
  }
  const own = new Set(ordersOf(memory, bot.row.botId).map((order) => order.clientId));
  return !memory.snapshot?.openOrders.some((order) => own.has(order.clientId));
}

function isFlat(memory: AccountMemory, bot: BotMemory): boolean {
  return isSnapshotNewer(memory, bot) && openSize(bot.state) === 0n && shownSize(memory, bot) === 0n;
}

function dispatchAvailableMargin({ memory, batch }: FactContext, bot: BotMemory): void {
  if (memory.balance === null) return;
  const reserved = [...memory.bots.values()].reduce((sum: Decimal, each) => add(sum, each.state.reservation), zero);
  const amount = normalise(subtract(memory.balance.value.equity, reserved));
  const key = { kind: 'margin', position: bot.position + 1 } as const;
  dispatchEvent(batch, bot, { key, event: { kind: 'availableMargin', amount } });
}
