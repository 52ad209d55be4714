// Stops managing a bot that failed.
import type { AccountMemory } from './account-memory.ts';
import type { BotMemory } from './bot-memory.ts';
import { causeText } from './frozen-bot.ts';

/** Stops managing a bot that failed: the bot and its orders leave the memory. */
export function freezeBot(memory: AccountMemory, bot: BotMemory, cause: unknown): void {
  const { row, config, state } = bot;
  memory.bots.delete(row.botId);
  for (const [clientId, order] of memory.orders) if (order.slot.botId === row.botId) memory.orders.delete(clientId);
  const market = { instrument: config.instrument, direction: config.direction };
  const frozen = { row, cause: causeText(cause), market, reserved: state.reservation, isNoted: false, stop: null };
  memory.frozen.set(row.botId, frozen);
}
