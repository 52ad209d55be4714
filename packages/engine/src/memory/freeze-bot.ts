// Removes a bot that caused an error from the bots of the account.
import type { AccountMemory } from './account-memory.ts';
import type { BotMemory } from './bot-memory.ts';
import { causeText } from './frozen-bot.ts';

/**
 * Freezes a bot that caused an error. The bot and its orders are removed from the memory, and the frozen bot is added.
 */
export function freezeBot(memory: AccountMemory, bot: BotMemory, cause: unknown): void {
  const { row, config, state } = bot;
  memory.bots.delete(row.botId);
  for (const [clientId, order] of memory.orders) if (order.slot.botId === row.botId) memory.orders.delete(clientId);
  const market = { instrument: config.instrument, direction: config.direction };
  const frozen = { row, cause: causeText(cause), market, reserved: state.reservation, isNoted: false, stop: null };
  memory.frozen.set(row.botId, frozen);
}
