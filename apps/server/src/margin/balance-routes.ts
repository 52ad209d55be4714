// The routes of an account's balance and of the margin that running bots have reserved.
import { formatDecimal } from '@rondo/decimal';
import { routes } from '@rondo/contract';
import { serve } from '../api/serve.ts';
import { accountFunds, currentBalance } from './account-funds.ts';
import { findAccount } from '../trading/find-account.ts';
import { foreignPositions, type ForeignPositions } from './shown-positions.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

/** While the list of instruments cannot be read, no position has a size, so no position is shown. */
const noPositions: ForeignPositions = { positions: [], margin: '0' };

/** Serves /api/okx/account/balance and /api/margin. */
export function serveBalance(router: Router, context: AppContext): void {
  serve(router, routes.balance, async ({ caller: { accounts }, query }) => {
    const account = findAccount(accounts, { field: 'account_id', accountId: query.account_id });
    await context.live.see([account.id]);
    const balance = currentBalance(context, account);
    return {
      account_id: account.id,
      currency: 'USDT' as const,
      total_balance: formatDecimal(balance.equity),
      cash_balance: formatDecimal(balance.cash),
      available_balance: formatDecimal(balance.available),
      at: balance.at,
    };
  });

  serve(router, routes.margin, async ({ caller: { accounts }, query }) => {
    const account = findAccount(accounts, { field: 'account_id', accountId: query.account_id });
    await context.live.see([account.id]);
    const bots = await context.store.bots.listReservations(account.id);
    const money = accountFunds(context, account, bots);
    const listings = await context.market.listings();
    const { positions, surpluses } = context.live.account(account.id) ?? { positions: null, surpluses: {} };
    const foreign = listings.ok ? foreignPositions(positions ?? [], { bots, surpluses }, listings.value) : noPositions;
    return {
      account_id: account.id,
      total: formatDecimal(money.total),
      reserved_total: formatDecimal(money.reserved),
      covered_loss: formatDecimal(money.coveredLoss),
      available: formatDecimal(money.available),
      reserved: bots.map((bot) => ({
        bot_id: bot.id,
        title: bot.name,
        symbol: bot.instrumentId,
        amount: bot.reservedMargin,
      })),
      foreign_positions: [...foreign.positions],
      foreign_margin: foreign.margin,
      at: money.at,
    };
  });
}
