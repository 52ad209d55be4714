// All records of one account for tests, as rows in the format of OKX.
import type { Raw } from '../wire/envelope.ts';
import { sizeText } from '../wire/market-rows.ts';
import { billRow } from '../wire/account-rows.ts';
import { fillRow, orderRow } from '../wire/order-rows.ts';
import { instrumentOf } from '../accounting/margin.ts';
import type { World } from '../state/world.ts';

/**
 * Returns the orders, fills, bills and open positions of the first account with a label. The oldest record is first. Returns undefined when no account has
 * the label.
 */
export function accountLedger(world: World, label: string): Raw | undefined {
  const ledger = [...world.ledgers.values()].find(({ account }) => account.label === label);
  if (!ledger) return undefined;
  const open = [...ledger.positions.values()].filter((position) => position.lots > 0n);
  return {
    accountId: ledger.account.accountId,
    orders: ledger.orders.map((order) => orderRow(order)),
    fills: ledger.fills.map(fillRow),
    bills: ledger.bills.map(billRow),
    positions: open.map(({ instId, posSide, direction, lots }) => ({
      instId,
      posSide,
      pos: `${direction < 0 ? '-' : ''}${sizeText(instrumentOf(instId), lots)}`,
    })),
  };
}
