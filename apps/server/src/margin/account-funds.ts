// The funds of an account: its equity, the reservations of its bots, and what is free.
import { add, decimal, minDecimal, subtract, sumDecimals, type Decimal } from '@rondo/decimal';
import type { BalanceReport } from '@rondo/engine/ports';
import type { AccountRecord, BotReservation } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { AppContext } from '../app-context.ts';

type BalanceDeps = Pick<AppContext, 'live' | 'link'>;

/** Amounts in USDT. */
export interface AccountFunds {
  readonly total: Decimal;
  readonly reserved: Decimal;
  /** The losses of open rounds that the reservations cover, and the same losses by bot id. */
  readonly coveredLoss: Decimal;
  readonly coveredLosses: Readonly<Record<string, string>>;
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

/**
 * Returns the equity in USDT, the reservations of running bots, and what is free: the equity without the reservations. The loss of an open
 * round is in the equity and in the reservation of its bot, so it is not subtracted twice (decision 41). Throws the errors of currentBalance.
 */
export function accountFunds(
  context: BalanceDeps,
  account: AccountRecord,
  bots: readonly BotReservation[],
): AccountFunds {
  const balance = currentBalance(context, account);
  const coveredLosses = context.live.account(account.id)?.coveredLosses ?? {};
  const reserved = sumDecimals(bots.map(({ reservedMargin }) => decimal(reservedMargin)));
  const coveredLoss = sumDecimals(
    bots.map(({ id, reservedMargin }) => minDecimal(decimal(coveredLosses[id] ?? '0'), decimal(reservedMargin))),
  );
  const available = add(subtract(balance.equity, reserved), coveredLoss);
  return { total: balance.equity, reserved, coveredLoss, coveredLosses, available, at: balance.at };
}
