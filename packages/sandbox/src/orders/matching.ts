// Matching of an incoming order against resting orders of other accounts and a synthetic order book. The best price is
// first. At equal prices, the orders of accounts are first.
import { restingOrders } from './order-book.ts';
import { sandboxLimits } from '../limits.ts';
import type { MarketTimeline } from '../market/market-timeline.ts';
import { hashText } from '../prng.ts';
import { cancelOrder, fillOrder, remainingLots } from './order-life.ts';
import { smaller } from '../base-units.ts';
import type { Order, Side } from '../state/records.ts';
import { publishTrade } from '../market/public-trades.ts';
import { bookOf, timelineOf, nextTradeId, type World } from '../state/world.ts';

// On a replayed market the first level fills every size, so that a test can compute the expected fills.
const BOTTOMLESS_LOTS = 10n ** 15n;
/**
 * The value of the first synthetic level in USDT. The order book of a liquid swap has about this value at its best
 * price.
 */
const TOUCH_USDT = 40_000;

/**
 * Returns one level of the synthetic order book. The best prices of both sides are one tick away from the market price.
 */
export function bookLevel(
  timeline: MarketTimeline,
  side: Side,
  level: number,
): { readonly ticks: number; readonly lots: bigint } {
  const ticks = side === 'sell' ? timeline.ticks + 1 + level : timeline.ticks - 1 - level;
  if (timeline.path.isRecorded) return { ticks, lots: BOTTOMLESS_LOTS };
  const { instrument } = timeline;
  const bestLots =
    TOUCH_USDT / (timeline.ticks * Number(instrument.tickSz) * Number(instrument.lotSz) * Number(instrument.ctVal));
  const uneven = 0.6 + (hashText(`${instrument.instId}:${ticks}`) % 1_000) / 1_250;
  return { ticks, lots: BigInt(Math.max(1, Math.ceil(bestLots * uneven * (1 + level / 4)))) };
}

/** Returns whether an order with this limit price would trade immediately. */
export function isCrossing(
  world: World,
  order: { instId: string; side: Side; accountId: string },
  ticks: bigint,
): boolean {
  const timeline = timelineOf(world, order.instId);
  const opposite = order.side === 'buy' ? 'sell' : 'buy';
  const synthetic = BigInt(bookLevel(timeline, opposite, 0).ticks);
  const best = restingOrders(bookOf(world, order.instId), opposite)[0]?.ticks ?? synthetic;
  return order.side === 'buy' ? ticks >= smaller(best, synthetic) : ticks <= (best > synthetic ? best : synthetic);
}

/**
 * Returns the lots that could trade immediately within a limit. The count stops when it reaches the size of the order. Fill-or-kill orders use this function.
 */
export function lotsWithin(world: World, order: Order, limit: bigint): bigint {
  const opposite = order.side === 'buy' ? 'sell' : 'buy';
  const inside = (ticks: bigint): boolean => (order.side === 'buy' ? ticks <= limit : ticks >= limit);
  let lots = 0n;
  for (const maker of restingOrders(bookOf(world, order.instId), opposite)) {
    if (maker.ticks !== undefined && inside(maker.ticks) && maker.accountId !== order.accountId)
      lots += remainingLots(maker);
  }
  for (let level = 0; level < sandboxLimits.bookLevels && lots < order.lots; level += 1) {
    const next = bookLevel(timelineOf(world, order.instId), opposite, level);
    if (next.ticks <= 0 || !inside(BigInt(next.ticks))) break;
    lots += next.lots;
  }
  return lots;
}

/** Trades an order as taker while the prices are within `limit`. The caller handles the remainder. */
export function takeLiquidity(world: World, order: Order, limit: bigint): void {
  const timeline = timelineOf(world, order.instId);
  const opposite = order.side === 'buy' ? 'sell' : 'buy';
  const inside = (ticks: bigint): boolean => (order.side === 'buy' ? ticks <= limit : ticks >= limit);
  const better = (left: bigint, right: bigint): boolean => (order.side === 'buy' ? left <= right : left >= right);
  let level = 0;
  while (order.state !== 'canceled' && remainingLots(order) > 0n && level < sandboxLimits.bookLevels) {
    const synthetic = bookLevel(timeline, opposite, level);
    const syntheticTicks = BigInt(synthetic.ticks);
    const maker = restingOrders(bookOf(world, order.instId), opposite)[0];
    const price = maker?.ticks !== undefined && better(maker.ticks, syntheticTicks) ? maker.ticks : syntheticTicks;
    if (price <= 0n || !inside(price)) return;
    if (maker && price === maker.ticks) {
      if (maker.accountId === order.accountId) preventSelfTrade(world, order, maker);
      else tradeWith(world, order, { maker, ticks: price });
    } else {
      take(world, order, { ticks: price, lots: smaller(remainingLots(order), synthetic.lots) });
      level += 1;
    }
  }
}

function tradeWith(world: World, order: Order, met: { maker: Order; ticks: bigint }): void {
  const lots = smaller(remainingLots(order), remainingLots(met.maker));
  const tradeId = nextTradeId(world);
  fillOrder(world, met.maker, { tradeId, ticks: met.ticks, lots, isMaker: true });
  take(world, order, { ticks: met.ticks, lots, tradeId });
}

function take(world: World, order: Order, part: { ticks: bigint; lots: bigint; tradeId?: string }): void {
  const plain = part.tradeId ?? nextTradeId(world);
  const tradeId = order.category === 'normal' ? plain : `-${plain}`;
  fillOrder(world, order, { tradeId, ticks: part.ticks, lots: part.lots, isMaker: false });
  publishTrade(world, {
    instId: order.instId,
    tradeId,
    ticks: Number(part.ticks),
    lots: part.lots,
    side: order.side,
    at: world.clock.now(),
  });
}

// Prevents a self-trade (cancel source 32): by default the resting order is cancelled. The mode of the order can cancel the new order or both orders.
function preventSelfTrade(world: World, order: Order, maker: Order): void {
  if (order.stpMode !== 'cancel_taker') cancelOrder(world, maker, '32');
  if (order.stpMode !== 'cancel_maker') cancelOrder(world, order, '32');
}
