// Attributes fills, bills and orders to bots. The owner is found only by the client id. A fill or an order whose client
// id is not ours is from outside (reliability 4.7).
import { frozenRound, parseClientOrderId, type KeyedHash } from '../orders/client-order-id.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { FrozenBot } from '../memory/frozen-bot.ts';
import type { SlotKey, Venue } from '../ports/index.ts';

/**
 * The owner of a client id. `foreign`: we did not create the id. `ended`: we created the id, and the actor of this
 * account does not run the bot any more. `frozen`: the bot is frozen and not managed. `frozenClose`: the order closed
 * the position of a frozen bot.
 */
export type Owner =
  | { readonly kind: 'bot'; readonly bot: BotMemory; readonly slot: SlotKey }
  | { readonly kind: 'frozen'; readonly bot: FrozenBot; readonly slot: SlotKey }
  | { readonly kind: 'frozenClose' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'foreign' };

/** Returns the owner of a client id. The number in the id identifies a bot of this account. */
export function ownerOf(memory: AccountMemory, clientId: string, keyedHash: KeyedHash): Owner {
  const parsed = parseClientOrderId(clientId, keyedHash);
  if (parsed === null) return { kind: 'foreign' };
  // The fill of such an order is stored as a fill from outside, so a bot that can be read again learns why its position is gone.
  if (parsed.round === frozenRound) return { kind: 'frozenClose' };
  for (const bot of memory.bots.values()) {
    if (bot.row.botNumber === parsed.botNumber) return { kind: 'bot', bot, slot: { ...parsed, botId: bot.row.botId } };
  }
  for (const frozen of memory.frozen.values()) {
    const { botNumber, botId } = frozen.row;
    if (botNumber === parsed.botNumber) return { kind: 'frozen', bot: frozen, slot: { ...parsed, botId } };
  }
  return { kind: 'ended' };
}

/** Returns the bot that runs on an instrument. An account has at most one bot per instrument. */
export function botOnInstrument(memory: AccountMemory, instrumentId: string): BotMemory | null {
  for (const bot of memory.bots.values()) if (bot.config.instrument.id === instrumentId) return bot;
  return null;
}

/** Returns true when the exchange reports that the user cancelled a resting order, and we sent no cancel. */
export function isCancelledByUser(
  venue: Pick<Venue, 'isUserCancel'>,
  order: { readonly wasCancelAsked: boolean; readonly cancelSource: string; readonly type: string },
): boolean {
  if (order.wasCancelAsked || order.type === 'ioc' || order.type === 'market') return false;
  return venue.isUserCancel(order);
}

/** Returns the later of two cursors of fills or bills. A null cursor is earlier than every other cursor. */
export function laterCursor(venue: Pick<Venue, 'compareCursor'>, a: string | null, b: string): string {
  return a === null || venue.compareCursor(a, b) < 0 ? b : a;
}
