// Decides when a stopped bot closes its position although no reading shows that its orders have ended.
import { openSize, orderableLots } from '@rondo/strategy';
import { darkAfterMs } from '../limits.ts';
import { activeOrdersOf, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { ActiveOrder } from '../memory/order-record.ts';

/**
 * Returns true when a stop by the owner must close the position without a proof that the orders of the bot have ended:
 * no reading has succeeded for `darkAfterMs`, and no order of the bot can be cancelled now. The closing order only
 * reduces, so an order that is still open cannot make it larger than the position. A later fill of such an order belongs
 * to the bot, and the bot closes its lots.
 */
export function mayCloseUnproven(memory: AccountMemory, bot: BotMemory, now: number): boolean {
  const darkAt = unprovenCloseAt(memory, bot);
  return darkAt !== null && now >= darkAt && activeOrdersOf(memory, bot.row.botId).every(hasCancelResult);
}

/**
 * Returns the local time from which `mayCloseUnproven` can be true. Returns null when the bot has no position to close, or
 * when no reading is running or has failed.
 */
export function unprovenCloseAt(memory: AccountMemory, { state, config }: BotMemory): number | null {
  const closing = state.round?.closing ?? null;
  if (state.stop?.closePosition !== true || closing === null || closing.ordersGone) return null;
  if (orderableLots(openSize(state), config.instrument) === 0n || memory.unansweredSince === null) return null;
  return memory.unansweredSince + darkAfterMs;
}

// An order whose placement has no known outcome is not cancelled before a lookup shows it, and no lookup succeeds now. A
// closing order can already close the position, so no other closing order is sent.
function hasCancelResult({ slot, state, command }: ActiveOrder): boolean {
  if (slot.kind === 'close') return false;
  if (state === 'unknown' || state === 'never') return true;
  return command !== null && command.verb === 'cancel' && command.state !== 'sent';
}
