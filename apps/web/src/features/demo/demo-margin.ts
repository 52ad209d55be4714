// The margin of the simulated account with the result and the reservation of the simulated bot.
import type { MarginResponse } from '@rondo/contract';
import { add, decimal, formatDecimal, isZero, subtract } from '@rondo/decimal';
import type { DemoBot } from './demo-bot.ts';

/** The bot of the replay with its name. */
export type RunningBot = Pick<DemoBot, 'bot' | 'coveredLoss'> & { readonly title: string };

/** Returns the margin of the account after the last price of the replay, computed as the server does it for a running bot. */
export function demoMarginOf(account: MarginResponse, { bot, coveredLoss, title }: RunningBot): MarginResponse {
  const total = add(decimal(account.total), decimal(bot.current_pnl));
  const reserved = add(decimal(account.reserved_total), decimal(bot.reserved_margin));
  const covered = add(decimal(account.covered_loss), decimal(coveredLoss));
  const row = { bot_id: bot.id, title, symbol: bot.symbol, amount: bot.reserved_margin };
  return {
    ...account,
    total: formatDecimal(total),
    reserved_total: formatDecimal(reserved),
    covered_loss: formatDecimal(covered),
    available: formatDecimal(add(subtract(total, reserved), covered)),
    reserved: isZero(decimal(bot.reserved_margin)) ? account.reserved : [...account.reserved, row],
  };
}
