// The funds of an account: its equity, the reservations of its bots, and the remainder.
import { add, decimal, subtract, zero, type Decimal } from '@rondo/decimal';
import type { BalanceReport } from '@rondo/engine/ports';
import type { AccountRecord, BotReservation } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { AppContext } from '../app-context.ts';

type BalanceDeps = Pick<AppContext, 'live' | 'link'>;

/** Amounts in USDT. */
interface AccountFunds {
  readonly total: Decimal;
  readonly reserved: Decimal;
  readonly available: Decimal;
  readonly at: number; // exchange time, epoch ms
}

/** Returns the balance of the newest snapshot of the engine. Without a snapshot it throws EXCHANGE_KEY_REFUSED or EXCHANGE_UNAVAILABLE. */
export function currentBalance(context: BalanceDeps, account: AccountRecord): BalanceReport {
  const balance = context.live.account(account.id)?.balance ?? null;
  if (balance !== null) return balance;
  const isRefused = context.link.meters.now(account.id)?.isKeyAccepted === false;
  throw new ApiError(isRefused ? 'EXCHANGE_KEY_REFUSED' : 'EXCHANGE_UNAVAILABLE');
}

/** Returns the equity in USDT, the reservations of running bots, and the remainder. Throws the errors of currentBalance. */
export function accountFunds(
  context: BalanceDeps,
  account: AccountRecord,
  bots: readonly BotReservation[],
): AccountFunds {
  const balance = currentBalance(context, account);
  const reserved = bots.reduce((sum, bot) => add(sum, decimal(bot.reservedMargin)), zero);
  return { total: balance.equity, reserved, available: subtract(balance.equity, reserved), at: balance.at };
}
