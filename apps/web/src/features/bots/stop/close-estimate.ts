// Estimates what a close of the position of a bot costs.
import { abs, decimal, formatDecimal, multiply, subtract } from '@rondo/decimal';
import type { BotWire, InstrumentWire } from '@rondo/contract';
import { baseSizeOf } from '../card/bot-figures.ts';

export type CloseEstimate = { readonly fee: string; readonly worst: string | null };

/**
 * Estimates a close of the position with a market order, in USDT: the taker fee, and the result before this fee when the fill price is
 * worse by `slippage` (a ratio).
 */
export const closeEstimate = (bot: BotWire, instrument: InstrumentWire, slippage: string): CloseEstimate => {
  const price = bot.mark_price ?? bot.entry_price ?? '0';
  const notional = multiply(decimal(baseSizeOf(bot.position_size, instrument)), decimal(price));
  const fee = abs(multiply(notional, decimal(instrument.taker_fee)));
  const slip = multiply(notional, decimal(slippage));
  const worst = bot.unrealised_pnl === null ? null : formatDecimal(subtract(decimal(bot.unrealised_pnl), slip));
  return { fee: formatDecimal(fee), worst };
};
