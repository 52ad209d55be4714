// All records of one account for tests, in the rows of OKX's responses.
import type { Raw } from '../wire/envelope.ts';
import { sizeText } from '../wire/market-rows.ts';
import { billRow } from '../wire/account-rows.ts';
import { fillRow, orderRow } from '../wire/order-rows.ts';
import { instrumentOf } from '../accounting/margin.ts';
import type { World } from '../state/world.ts';

/** Orders, fills, bills and open positions of the first account with a label, oldest first; undefined without such an account. */
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
