// Dispatches the events that follow from the readings of the account: the start of a bot, the price of the first step,
// the end of all orders of a round, the end of a hold, the end of a signal, and closings from outside.
import { isWaitOver, needsPrice, openingEnd, openSize, orderableLots, type ClosingReason } from '@rondo/strategy';
import { dispatchAvailableMargin } from './available-margin.ts';
import { dispatchEvent, isEnded, type FactContext } from './batch.ts';
import { derivedEventsMax } from '../limits.ts';
import { entryPriceOf } from '../gate/entry-price.ts';
import { mayCloseUnproven } from './dark-close.ts';
import { guardBot } from './freeze.ts';
import { isBlocked } from '../gate/margin-block.ts';
import { hasExpired, isChangeNear, mayOpenOn } from '../instruments/trading-state.ts';
import {
  activeOrdersOf,
  newerSnapshot,
  ordersOf,
  sizeIn,
  type AccountMemory,
  type Snapshot,
} from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { Venue } from '../ports/index.ts';
import { hasSnapshotFailed } from '../readings/cadence.ts';
import { applyOutsideChanges, wantsClose } from './outside-changes.ts';

/**
 * Dispatches to each bot the events that the readings of the account prove. A bot gets at most `derivedEventsMax`
 * events per call.
 */
export function advanceBots(facts: FactContext): void {
  for (const bot of facts.memory.bots.values()) guardBot(bot, () => advanceBot(facts, bot));
}

function advanceBot(facts: FactContext, bot: BotMemory): void {
  repeatWhile(() => dispatchNext(facts, bot), derivedEventsMax);
  closeEnded(facts, bot);
}

/** Calls `run` until it returns false, at most `most` times. */
export function repeatWhile(run: () => boolean, most: number): void {
  for (let count = 0; count < most; count += 1) if (!run()) return;
}

// Dispatches the first event that the readings prove now. Returns false when no event is proven.
function dispatchNext(facts: FactContext, bot: BotMemory): boolean {
  const { memory, batch, venueNow } = facts;
  const position = bot.position + 1;
  if (bot.state.status === 'idle')
    return dispatchEvent(batch, bot, { key: { kind: 'start' }, event: { kind: 'start' } });
  const closing = bot.state.round?.closing ?? null;
  if (closing !== null && (!closing.ordersGone || isOnlyDust(bot)) && areOrdersGone(memory, bot)) {
    if (openSize(bot.state) > 0n || isFlat(memory, bot) || isLeaving(bot, closing)) {
      return dispatchGone(facts, bot);
    }
  }
  if (mayCloseUnproven(memory, bot, batch.now)) return dispatchGone(facts, bot);
  if (isWaitOver(bot.state, batch.now)) {
    if (bot.state.round === null) dispatchAvailableMargin(facts, bot);
    const key = { kind: 'waited', position: bot.position + 1 } as const;
    return dispatchEvent(batch, bot, { key, event: { kind: 'waitOver', at: batch.now } });
  }
  const end = openingEnd(bot.state);
  // An order that was sent keeps the opening until the end of the order is proven.
  if (end !== null && batch.now > end && activeOrdersOf(memory, bot.row.botId).length === 0)
    return dispatchEvent(batch, bot, {
      key: { kind: 'unsent', position },
      event: { kind: 'openingExpired', at: batch.now, isBooked: true },
    });
  if (hasExpired(memory, bot) && !isEnded(bot) && openSize(bot.state) === 0n && isFlat(memory, bot))
    return dispatchEvent(batch, bot, { key: { kind: 'expired', position }, event: { kind: 'expired', fills: [] } });
  if (mayOpen(facts, bot) && isFlat(memory, bot) && areOrdersGone(memory, bot)) {
    const price = entryPriceOf(memory, bot, { now: batch.now, venueNow });
    if (price.ok) {
      return dispatchEvent(batch, bot, {
        key: { kind: 'price', position },
        event: { kind: 'price', price: price.ticker.last },
      });
    }
  }
  return applyOutsideChanges(facts, bot);
}

function dispatchGone(facts: FactContext, bot: BotMemory): boolean {
  dispatchAvailableMargin(facts, bot);
  const key = { kind: 'gone', position: bot.position + 1 } as const;
  return dispatchEvent(facts.batch, bot, { key, event: { kind: 'ordersGone', at: facts.batch.now } });
}

function mayOpen({ memory, venueNow }: FactContext, bot: BotMemory): boolean {
  const round = bot.state.round?.round ?? 0;
  // Stryker disable next-line ConditionalExpression: a comparison treats null as the time 0, which is before every change.
  if (venueNow !== null && isChangeNear(memory, bot, venueNow)) return false;
  return needsPrice(bot.state) && mayOpenOn(memory, bot) && !isBlocked(bot, { kind: 'entry', round, step: 1 });
}

// An ended bot is closed after the end of each of its orders was reported and all its bills were read. After the
// closing, no code books a funding that was paid before the end of the bot.
function closeEnded(facts: FactContext, bot: BotMemory): void {
  const { memory, batch } = facts;
  if (bot.endedAt !== null || !isEnded(bot)) return;
  if (activeOrdersOf(memory, bot.row.botId).length > 0 || hasOrphans(memory, bot)) return;
  // A late lot is closed before the bot is closed, because no other code closes the lot.
  if (wantsClose(memory, bot)) return;
  if (memory.billsReadAt <= lastBillAt(facts.venue, bot)) {
    memory.isSlowReadWanted = true;
    return;
  }
  bot.endedAt = batch.now;
  batch.touched.add(bot);
}

// Returns the time of the last fact about the bot. When the bill of the last funding may arrive later than this time,
// returns the latest time at which the bill may arrive.
function lastBillAt(venue: Venue, bot: BotMemory): number {
  const fundingAt = venue.lastFundingAt(bot.lastFactAt) ?? 0;
  if (bot.row.createdAt >= fundingAt) return bot.lastFactAt;
  return Math.max(bot.lastFactAt, fundingAt + venue.fundingBillWithinMs);
}

function isLeaving(bot: BotMemory, closing: { readonly reason: ClosingReason }): boolean {
  return bot.state.stop?.closePosition === false || closing.reason === 'leave';
}

// Returns the snapshot that began after the last fact about this bot. Otherwise a new snapshot is requested.
function newSnapshotOf(memory: AccountMemory, bot: BotMemory): Snapshot | null {
  const snapshot = newerSnapshot(memory, bot);
  if (snapshot === null && !hasSnapshotFailed(memory)) memory.isSnapshotWanted = true;
  return snapshot;
}

// Returns true when the end of every order was reported and a later snapshot lists no order of the bot, also none without an intent.
function areOrdersGone(memory: AccountMemory, bot: BotMemory): boolean {
  if (activeOrdersOf(memory, bot.row.botId).length > 0 || hasOrphans(memory, bot)) return false;
  const snapshot = newSnapshotOf(memory, bot);
  if (snapshot === null) return false;
  const own = new Set(ordersOf(memory, bot.row.botId).map((order) => order.clientId));
  return !snapshot.openOrders.some((order) => own.has(order.clientId));
}

// Returns whether an order of the bot without an intent rests at the exchange.
function hasOrphans({ orphans }: AccountMemory, bot: BotMemory): boolean {
  return [...orphans.values()].some(({ slot }) => slot.botNumber === bot.row.botNumber);
}

function isFlat(memory: AccountMemory, bot: BotMemory): boolean {
  const open = openSize(bot.state);
  if (open !== 0n && !isOnlyDust(bot)) return false;
  const snapshot = newSnapshotOf(memory, bot);
  return snapshot !== null && sizeIn(snapshot.positions, bot) === open;
}

// The open lots of the bot are too small for an order (strategy 3.8).
function isOnlyDust({ state, config }: BotMemory): boolean {
  const open = openSize(state);
  return open > 0n && orderableLots(open, config.instrument) === 0n;
}
