// Reads the leverage of the instrument of each bot. Sets the leverage when it differs from the configuration and the
// instrument has neither a position nor open orders (decision 7).
import { compareDecimals } from '@rondo/decimal';
import { needsPrice } from '@rondo/strategy';
import { commandsLeft, isLeaseOld, takeCommand, type ActorContext } from '../actor/context.ts';
import { leverageEveryMs, leverageRetryMs, slowReadEveryMs } from '../limits.ts';
import { hasAnyPosition, ordersOf, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import { isOpen } from '../orders/order-state.ts';
import { retryAfterMs, shortened } from './cadence.ts';

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

function dueAt(memory: AccountMemory, bot: BotMemory): number {
  if (bot.leverageTriedAt === null) return 0;
  if (!isAsPlanned(bot)) return bot.leverageTriedAt + retryWaitMs(memory, bot);
  // While a bot waits to open a round, the leverage is read more often, because the user may have changed it.
  return bot.leverageTriedAt + shortened(memory, needsPrice(bot.state) ? slowReadEveryMs : leverageEveryMs);
}

// A leverage that is unknown or differs from the configuration is read again. The wait doubles with each reading up to
// `slowReadEveryMs`, because the exchange may refuse every change. While a position or an order prevents the change, the
// wait has its largest value, and the leverage is due soon after the position and the orders have ended.
function retryWaitMs(memory: AccountMemory, bot: BotMemory): number {
  if (isSettingPrevented(memory, bot)) return slowReadEveryMs;
  const doubledMs = leverageRetryMs * 2 ** Math.max(0, bot.leverageTries - 1);
  return retryAfterMs(memory, Math.min(doubledMs, slowReadEveryMs));
}

function isAsPlanned({ leverage, config }: BotMemory): boolean {
  return leverage !== null && compareDecimals(leverage, config.leverage) === 0;
}

function isSettingPrevented(memory: AccountMemory, bot: BotMemory): boolean {
  if (bot.leverage === null) return false;
  return hasOpenOrders(memory, bot) || hasAnyPosition(memory, bot.config.instrument.id) === true;
}

function hasOpenOrders(memory: AccountMemory, bot: BotMemory): boolean {
  return ordersOf(memory, bot.row.botId).some((order) => isOpen(order.state));
}

function startReading(context: ActorContext, bot: BotMemory): void {
  const { exchange, clock, memory, tasks } = context;
  const part = partOf(bot);
  if (tasks.isRunning(part)) return;
  bot.leverageTriedAt = clock.now();
  bot.leverageTries = isAsPlanned(bot) || isSettingPrevented(memory, bot) ? 0 : bot.leverageTries + 1;
  tasks.start(part, async () => {
    const read = await exchange.leverage(bot.config.instrument.id);
    if (!read.ok || (isAsPlanned(bot) && compareDecimals(read.value, bot.config.leverage) === 0)) return null;
    return () => {
      bot.leverage = read.value;
      if (isAsPlanned(bot)) bot.isLeverageRefused = false;
      else startSetting(context, bot);
    };
  });
}

function startSetting(context: ActorContext, bot: BotMemory): void {
  const { exchange, memory, tasks } = context;
  const { instrument, leverage } = bot.config;
  if (hasOpenOrders(memory, bot) || hasAnyPosition(memory, instrument.id) !== false || isLeaseOld(context)) return;
  if (commandsLeft(context) === 0 || !takeCommand(context)) return;
  tasks.start(partOf(bot), async () => {
    const outcome = await exchange.setLeverage(instrument.id, leverage);
    return () => {
      // When the exchange did not accept the command, only a new reading shows the leverage.
      bot.leverage = outcome.kind === 'accepted' ? leverage : null;
      bot.isLeverageRefused = outcome.kind === 'rejected';
    };
  });
}

function partOf(bot: BotMemory): string {
  return `leverage/${bot.row.botId}`;
}
