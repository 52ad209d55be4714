// The exits of a bot that rest at the exchange, for the events with which the bot may keep its exits (strategy 3.8).
import type { RestingExit } from '@rondo/strategy';
import { activeOrdersOf, type AccountMemory } from './account-memory.ts';
import type { BotMemory } from './bot-memory.ts';

/** Returns the exits of the bot that rest, or that may rest because the outcome of their placement is unknown. */
export function restingExitsOf(memory: AccountMemory, bot: BotMemory): { readonly resting?: readonly RestingExit[] } {
  const resting = activeOrdersOf(memory, bot.row.botId).flatMap((order) => {
    const { slot, state, reduces, price, lots, command } = order;
    if (!reduces || state === 'never') return [];
    const { kind, round, step, generation } = slot;
    // After a restart, an order has the terms of its placement until the first snapshot shows its present terms.
    const isKnown = memory.snapshot !== null && command === null && price !== null;
    return [{ slot: { kind, round, step }, generation, terms: isKnown ? { price, lots } : null }];
  });
  return resting.length === 0 ? {} : { resting };
}
