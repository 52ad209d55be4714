// Calculates which data an account needs from its streams.
import { needsPrice, openSize } from '@rondo/strategy';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { StreamNeeds } from '../ports/index.ts';

/** Returns the needs of the account from its positions, its orders that have not ended, the orders that its bots plan, and the bots that wait for a price. */
export function streamNeeds(memory: AccountMemory): StreamNeeds {
  const bots = [...memory.bots.values()];
  const active = [...memory.orders.active()];
  return {
    isManaged: active.length > 0 || bots.some((bot) => openSize(bot.state) > 0n),
    triggers:
      active.some((order) => order.type === 'trigger') ||
      bots.some((bot) => bot.desired.some((order) => order.type === 'trigger')),
    prices: bots.some((bot) => needsPrice(bot.state)),
  };
}
