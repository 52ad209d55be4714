// The margin of the simulated account with the reservation of the bot of the form.
import type { MarginResponse } from '@rondo/contract';
import { add, decimal, formatDecimal, subtract } from '@rondo/decimal';
import { demoId } from './demo-id.ts';

/** The bot of the form: its name, its pair, and its allocation in USDT. The allocation is null while the form has none. */
export type ReservingBot = { readonly title: string; readonly symbol: string; readonly allocation: string | null };

/** Returns the margin of the account while this bot runs. */
export function demoMarginOf(account: MarginResponse, { title, symbol, allocation }: ReservingBot): MarginResponse {
  if (allocation === null) return account;
  const amount = decimal(allocation);
  return {
    ...account,
    reserved_total: formatDecimal(add(decimal(account.reserved_total), amount)),
    available: formatDecimal(subtract(decimal(account.available), amount)),
    reserved: [...account.reserved, { bot_id: demoId, title, symbol, amount: allocation }],
  };
}
