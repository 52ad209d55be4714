// Builds a world for the tests of the gate: an account with one bot that has a position.
import { decimal, ticks } from '@rondo/decimal';
import { openSize } from '@rondo/strategy';
import { botRunning, fakeVenueCodes } from '@rondo/testkit';
import type { AccountMemory } from '../../src/memory/account-memory.ts';
import type { BotMemory } from '../../src/memory/bot-memory.ts';
import type { AccountReport } from '../../src/ports/index.ts';
import { memoryWithBot } from '../builders.ts';

/** The present local time. */
export const now = 1_000_000;
/** The clock of the exchange is ahead of the local clock by this time. */
export const venueAheadMs = 90_000;
/** The settings of an account on which bots may trade. */
export const account: AccountReport = {
  uid: '1',
  level: fakeVenueCodes.tradingLevel,
  positionMode: 'net',
  permissions: ['orders'],
  addresses: [],
};

/** A world in which every condition of the gate is met, with the parts that a test changes. */
export type GateWorld = {
  readonly memory: AccountMemory;
  readonly bot: BotMemory;
  venueNow: number | null;
  isInstanceFrozen: boolean;
};

/** Returns a world in which every condition of the gate is met. The snapshot contains the position of the bot. */
export function openGateWorld(): GateWorld {
  const { memory, bot } = memoryWithBot(now);
  bot.state = botRunning();
  bot.leverage = decimal('5.0');
  memory.isConnected = true;
  memory.streamLostAt = null;
  memory.account = { value: account, readAt: now };
  memory.snapshot = { startedAt: now, positions: [positionOf(bot, openSize(bot.state))], openOrders: [] };
  memory.tickers.set(bot.config.instrument.id, tickerOf(bot));
  memory.marks.set(bot.config.instrument.id, markOf(bot));
  return { memory, bot, venueNow: now + venueAheadMs, isInstanceFrozen: false };
}

/** Returns the position of the bot with this size. */
export function positionOf(bot: BotMemory, lots: bigint) {
  const unread = { averagePrice: null, markPrice: null, liquidationPrice: null, unrealisedPnl: null, leverage: null };
  return { instrumentId: bot.config.instrument.id, positionSide: 'net' as const, lots, ...unread, updatedAt: 0 };
}

/** The time since a price was received, and since its exchange time. */
export type Ages = { readonly ageMs?: number; readonly venueAgeMs?: number };

function timesOf({ ageMs = 0, venueAgeMs = 0 }: Ages) {
  return { at: now + venueAheadMs - venueAgeMs, receivedAt: now - ageMs };
}

/** Returns a last price. */
export function tickerOf(bot: BotMemory, ages: Ages = {}, last = 200_000n) {
  return { instrumentId: bot.config.instrument.id, last: ticks(last), bid: null, ask: null, ...timesOf(ages) };
}

/** Returns a mark price. It equals the last price of `tickerOf`: 200,000 ticks of 0.01. */
export function markOf(bot: BotMemory, ages: Ages = {}) {
  return { instrumentId: bot.config.instrument.id, price: decimal('2000'), ...timesOf(ages) };
}
