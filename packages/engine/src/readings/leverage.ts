// The leverage of each bot's instrument: read, and set if it differs while the instrument is flat and without orders (decision 7).
import { compareDecimals } from '@rondo/decimal';
import { needsPrice } from '@rondo/strategy';
import { isLeaseOld, type ActorContext } from '../actor/context.ts';
import { leverageEveryMs, leverageRetryMs, slowReadEveryMs } from '../limits.ts';
import { hasAnyPosition, ordersOf, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import { isOpen } from '../orders/order-state.ts';

/** Starts the reading of each leverage that is due. */
export function startLeverageReadings(context: ActorContext): void {
  for (const bot of context.memory.bots.values()) {
    if (bot.state.status === 'active' && context.clock.now() >= dueAt(bot)) startReading(context, bot);
  }
}

/** Returns when the first leverage of the account's active bots is read again, local epoch ms; infinity without active bots. */
export function leverageDueAt(memory: AccountMemory): number {
  const active = [...memory.bots.values()].filter((bot) => bot.state.status === 'active');
  return Math.min(...active.map(dueAt));
}

// A leverage equal to the plan is read again rarely; one that differs or is unknown is read again soon.
function dueAt(bot: BotMemory): number {
  if (bot.leverageTriedAt === null) return 0;
  const isAsPlanned = bot.leverage !== null && compareDecimals(bot.leverage.value, bot.config.leverage) === 0;
  if (!isAsPlanned) return bot.leverageTriedAt + leverageRetryMs;
  // Before a round opens the leverage is at most this old, because a user may change it while the bot is flat.
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
      // After any other outcome only a new reading shows which leverage is set.
      bot.leverage = outcome.kind === 'accepted' ? { value: leverage, readAt: clock.now() } : null;
    };
  });
}

function partOf(bot: BotMemory): string {
  return `leverage/${bot.row.botId}`;
}
