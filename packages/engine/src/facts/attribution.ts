// Attribution of fills, bills and orders: only the client id names an owner; everything else came from outside (reliability 4.7).
import { parseClientOrderId, type KeyedHash } from '../orders/client-order-id.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { SlotKey, Venue } from '../ports/index.ts';

/** `foreign`: not one of our ids. `ended`: our id of a bot that no longer runs here. */
export type Owner =
  | { readonly kind: 'bot'; readonly bot: BotMemory; readonly slot: SlotKey }
  | { readonly kind: 'ended' }
  | { readonly kind: 'foreign' };

/** The owner that a client id names. A bot of this account is found by the number in the id. */
export function ownerOf(memory: AccountMemory, clientId: string, keyedHash: KeyedHash): Owner {
  const parsed = parseClientOrderId(clientId, keyedHash);
  if (parsed === null) return { kind: 'foreign' };
  for (const bot of memory.bots.values()) {
    if (bot.row.botNumber === parsed.botNumber) return { kind: 'bot', bot, slot: { ...parsed, botId: bot.row.botId } };
  }
  return { kind: 'ended' };
}

/** The bot that runs on an instrument; there is at most one per account. */
export function botOnInstrument(memory: AccountMemory, instrumentId: string): BotMemory | null {
  for (const bot of memory.bots.values()) if (bot.config.instrument.id === instrumentId) return bot;
  return null;
}

/** True when the user cancelled a resting order: the exchange names the user, and we sent no cancel. */
export function isCancelledByUser(
  venue: Pick<Venue, 'isUserCancel'>,
  order: { readonly wasCancelAsked: boolean; readonly cancelSource: string; readonly type: string },
): boolean {
  if (order.wasCancelAsked || order.type === 'ioc' || order.type === 'market') return false;
  return venue.isUserCancel(order);
}

/** The later of two cursors of fills or bills; null is earlier than any. */
export function laterCursor(venue: Pick<Venue, 'compareCursor'>, a: string | null, b: string): string {
  return a === null || venue.compareCursor(a, b) < 0 ? b : a;
}
