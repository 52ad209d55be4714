// Reads the leverage of the instrument of each bot. Sets the leverage when it differs from the configuration and the
// instrument has neither a position nor open orders (decision 7).
import { compareDecimals } from '@rondo/decimal';
import { needsPrice } from '@rondo/strategy';
import { isLeaseOld, type ActorContext } from '../actor/context.ts';
import { leverageEveryMs, leverageRetryMs, slowReadEveryMs } from '../limits.ts';
import { hasAnyPosition, ordersOf, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import { isOpen } from '../orders/order-state.ts';
import { retryAfterMs } from './cadence.ts';

/** Starts the reading of each leverage that is due. */
export function startLeverageReadings(context: ActorContext): void {
  for (const bot of context.memory.bots.values()) {
    if (bot.state.status === 'active' && context.clock.now() >= dueAt(context.memory, bot)) startReading(context, bot);
  }
}

/**
 * Returns the earliest time at which the leverage of an active bot is due, in local epoch ms. Returns Infinity when no
 * bot is active.
 */
export function leverageDueAt(memory: AccountMemory): number {
  const active = [...memory.bots.values()].filter((bot) => bot.state.status === 'active');
  return Math.min(...active.map((bot) => dueAt(memory, bot)));
}

// A leverage that is unknown or differs from the configuration is read again after `leverageRetryMs`.
function dueAt(memory: AccountMemory, bot: BotMemory): number {
  if (bot.leverageTriedAt === null) return 0;
  const isAsPlanned = bot.leverage !== null && compareDecimals(bot.leverage.value, bot.config.leverage) === 0;
  if (!isAsPlanned) return bot.leverageTriedAt + retryAfterMs(memory, leverageRetryMs);
  // While a bot waits to open a round, the leverage is read more often, because the user may have changed it.
  return bot.leverageTriedAt + (needsPrice(bot.state) ? slowReadEveryMs : leverageEveryMs);
}

function startReading(context: ActorContext, bot: BotMemory): void {
  const { exchange, clock, tasks } = context;
  const part = partOf(bot);
  if (tasks.isRunning(part)) return;
  bot.leverageTriedAt = clock.now();
  tasks.start(part, async () => {
    const read = await exchange.leverage(bot.config.instrument.id);
    return () => {
      if (!read.ok) return;
      bot.leverage = { value: read.value, readAt: clock.now() };
      if (compareDecimals(read.value, bot.config.leverage) !== 0) startSetting(context, bot);
    };
  });
}

function startSetting(context: ActorContext, bot: BotMemory): void {
  const { exchange, clock, memory, tasks } = context;
  const { instrument, leverage } = bot.config;
  const hasOrders = ordersOf(memory, bot.row.botId).some((order) => isOpen(order.state));
  if (hasOrders || hasAnyPosition(memory, instrument.id) !== false || isLeaseOld(context)) return;
  tasks.start(partOf(bot), async () => {
    const outcome = await exchange.setLeverage(instrument.id, leverage);
    return () => {
      // When the exchange did not accept the command, only a new reading shows the leverage.
      bot.leverage = outcome.kind === 'accepted' ? { value: leverage, readAt: clock.now() } : null;
    };
  });
}

function partOf(bot: BotMemory): string {
  return `leverage/${bot.row.botId}`;
}
