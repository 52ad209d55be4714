// The end of an instrument: all its orders are cancelled, and every position is closed at the market price with a bill and without a fill.
import { endAlgo } from '../algos/algo-ending.ts';
import { expirePosition } from '../accounting/booking.ts';
import { cancelOrder } from '../orders/order-life.ts';
import { timelineOf, type World } from '../state/world.ts';

/** The cancel source of an order that the exchange itself cancelled. Source: OKX v5, cancelSource. */
const systemCancel = '0';

/** Ends an instrument in all accounts. */
export function expireInstrument(world: World, instId: string): void {
  for (const algo of world.liveAlgos.get(instId) ?? []) endAlgo(world, algo, 'canceled');
  for (const ledger of world.ledgers.values()) {
    for (const order of ledger.pending) if (order.instId === instId) cancelOrder(world, order, systemCancel);
    for (const position of ledger.positions.values()) {
      if (position.instId !== instId || position.lots === 0n) continue;
      expirePosition(world, ledger, { position, ticks: BigInt(timelineOf(world, instId).ticks) });
      world.notices.push({ kind: 'account', accountId: position.accountId, event: 'delivered' });
    }
  }
}
