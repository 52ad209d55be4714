// Removes a bot that caused an error from the bots of the account.
import { activeOrdersOf, type AccountMemory } from './account-memory.ts';
import type { BotMemory } from './bot-memory.ts';
import { causeText } from './frozen-bot.ts';
import { arrivedBy, type FreezeDeps } from './arrival.ts';

/**
 * Freezes a bot that caused an error. The bot and its orders are removed from the memory, and the frozen bot is added. A stop that the bot
 * has accepted is continued.
 */
export function freezeBot(
  memory: AccountMemory,
  bot: BotMemory,
  { cause, ...deps }: FreezeDeps & { readonly cause: unknown },
): void {
  const { row, config, state } = bot;
  const unproven = activeOrdersOf(memory, row.botId).filter(
    (order) => order.state === 'sent' || order.state === 'unknown',
  );
  const after = arrivedBy(
    unproven.map(({ placement }) => placement),
    deps,
  );
  memory.bots.delete(row.botId);
  for (const [clientId, order] of memory.orders) if (order.slot.botId === row.botId) memory.orders.delete(clientId);
  const market = { instrument: config.instrument, direction: config.direction };
  const { reservation: reserved, stop } = state;
  memory.frozen.set(row.botId, { row, cause: causeText(cause), market, reserved, isNoted: false, stop, after });
  if (stop !== null) memory.isSnapshotWanted = true;
}
