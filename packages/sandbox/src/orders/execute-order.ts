// Execution of an accepted order: depending on its type, the order trades, rests in the order book, or is cancelled.
import { baseUnits, multiplyDown } from '../base-units.ts';
import { instrumentOf, markTicks } from '../accounting/margin.ts';
import { isCrossing, lotsWithin, takeLiquidity } from './matching.ts';
import { cancelOrder, remainingLots, restOrder } from './order-life.ts';
import type { Order } from '../state/records.ts';
import type { World } from '../state/world.ts';

/** The width of the price band as a ratio of the mark price. The band of OKX for liquid swaps has about this width. */
const BAND = baseUnits('0.05');

/** Returns the highest buy price and the lowest sell price that the price band allows, in ticks. */
export function priceBand(world: World, instId: string): { readonly buyLimit: bigint; readonly sellLimit: bigint } {
  const mark = markTicks(world, instId);
  const width = multiplyDown(mark * instrumentOf(instId).tick, BAND) / instrumentOf(instId).tick;
  const halfWidth = width > 0n ? width : 1n;
  return { buyLimit: mark + halfWidth, sellLimit: mark - halfWidth > 0n ? mark - halfWidth : 1n };
}

/**
 * Executes an accepted order. Cancel source 13 means a fill-or-kill order that cannot fill. Cancel source 14 means the
 * remainder of an immediate order. Cancel source 31 means a post-only order that would take liquidity.
 */
export function executeOrder(world: World, order: Order): void {
  const band = priceBand(world, order.instId);
  const limit = order.ticks ?? (order.side === 'buy' ? band.buyLimit : band.sellLimit);
  switch (order.ordType) {
    case 'post_only':
    case 'rpi':
      if (isCrossing(world, order, limit)) cancelOrder(world, order, '31');
      else restOrder(world, order);
      return;
    case 'fok':
      if (lotsWithin(world, order, limit) < order.lots) cancelOrder(world, order, '13');
      else takeAll(world, order, limit);
      return;
    case 'market':
    case 'ioc':
    case 'optimal_limit_ioc':
      takeAll(world, order, limit);
      return;
    case 'limit':
      takeLiquidity(world, order, limit);
      if (order.state !== 'canceled' && remainingLots(order) > 0n) restOrder(world, order);
      return;
    default:
      order.ordType satisfies never;
  }
}

function takeAll(world: World, order: Order, limit: bigint): void {
  takeLiquidity(world, order, limit);
  if (remainingLots(order) > 0n) cancelOrder(world, order, '14');
}
