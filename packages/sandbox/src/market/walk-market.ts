// Moves one market from price to price. The market stops at every level with a resting order, a stop or a liquidation.
import { triggerAlgos, nextAlgoLevel } from '../algos/algo-life.ts';
import { restingOrders } from '../orders/order-book.ts';
import { instrumentOf } from '../accounting/margin.ts';
import { liquidateAt, nextLiquidationLevel } from '../accounting/liquidation.ts';
import type { MarketTimeline } from './market-timeline.ts';
import { createNamedPrng } from '../prng.ts';
import { fillOrder, remainingLots } from '../orders/order-life.ts';
import { larger, baseUnits, smaller } from '../base-units.ts';
import { readTypedFault } from '../faults/typed-faults.ts';
import type { Order } from '../state/records.ts';
import { publishTrade } from './public-trades.ts';
import { bookOf, nextTradeId, type World } from '../state/world.ts';

/** The value in USDT that trades at a resting price at one price change of the synthetic path. */
const CORNER_USDT = baseUnits('150000');

/** Moves the market to a price. Each order, stop and liquidation between the two prices is executed at its own level. */
export function moveToPrice(world: World, timeline: MarketTimeline, to: number): void {
  world.waitingOrders.clear();
  applyEvents(world, timeline);
  while (timeline.ticks !== to) {
    const stop = nextStop(world, timeline, to);
    timeline.ticks = stop;
    applyEvents(world, timeline);
  }
}

// Returns the nearest level of an order, stop or liquidation that is between the current price and the target price
// `to`. Returns `to` when no level is between them.
function nextStop(world: World, timeline: MarketTimeline, to: number): number {
  const isUp = to > timeline.ticks;
  const ahead = (level: number): boolean =>
    isUp ? level > timeline.ticks && level < to : level < timeline.ticks && level > to;
  const levels = [
    orderLevel(world, timeline, isUp),
    nextAlgoLevel(world, timeline, isUp),
    nextLiquidationLevel(world, timeline, to),
  ];
  let stop = to;
  for (const level of levels)
    if (level !== undefined && ahead(level) && (isUp ? level < stop : level > stop)) stop = level;
  return stop;
}

// A sell order at p trades when the price reaches p + tick, and a buy order at p trades when the price reaches p - tick.
function orderLevel(world: World, timeline: MarketTimeline, isUp: boolean): number | undefined {
  const orders = restingOrders(bookOf(world, timeline.instrument.instId), isUp ? 'sell' : 'buy');
  const next = orders.find((order) => !world.waitingOrders.has(order) && !isThrough(order, timeline.ticks));
  return next?.ticks === undefined ? undefined : Number(next.ticks) + (isUp ? 1 : -1);
}

function isThrough(order: Order, ticks: number): boolean {
  if (order.ticks === undefined) return false;
  return order.side === 'buy' ? BigInt(ticks) < order.ticks : BigInt(ticks) > order.ticks;
}

function applyEvents(world: World, timeline: MarketTimeline): void {
  for (const side of ['buy', 'sell'] as const) {
    const orders = restingOrders(bookOf(world, timeline.instrument.instId), side);
    for (;;) {
      const order = orders.find((candidate) => !world.waitingOrders.has(candidate));
      if (!order || !isThrough(order, timeline.ticks)) break;
      fillResting(world, timeline, order);
    }
  }
  triggerAlgos(world, timeline);
  liquidateAt(world, timeline);
}

function fillResting(world: World, timeline: MarketTimeline, order: Order): void {
  const lots =
    orderedPart(world, order) ?? (timeline.path.isRecorded ? remainingLots(order) : tradableLots(world, order));
  const isPartial = lots < remainingLots(order);
  const ticks = order.ticks ?? BigInt(timeline.ticks);
  const tradeId = nextTradeId(world);
  fillOrder(world, order, { tradeId, ticks, lots, isMaker: true });
  publishTrade(world, {
    instId: order.instId,
    tradeId,
    ticks: Number(ticks),
    lots,
    side: order.side === 'buy' ? 'sell' : 'buy',
    at: world.clock.now(),
  });
  if (isPartial && order.state === 'partially_filled') world.waitingOrders.add(order);
}

// Returns the partial fill of a fault. With n parts, one n-th of the order size fills now, and the rest fills at the next price changes.
function orderedPart(world: World, order: Order): bigint | undefined {
  const { partialFills } = world.switches;
  const typed = readTypedFault(order.clOrdId);
  const count = typed?.kind === 'partial' ? typed.amount : partialFills.left > 0 ? partialFills.parts : 0;
  if (count < 2) return undefined;
  if (typed?.kind !== 'partial') partialFills.left -= 1;
  if (order.fills >= count - 1) return remainingLots(order);
  return smaller(remainingLots(order), larger(1n, order.lots / BigInt(count)));
}

// Returns the lots that fill now. One order in four fills in two or three parts, and the trades at one price change do not exceed its volume.
function tradableLots(world: World, order: Order): bigint {
  const remaining = remainingLots(order);
  const { minLots, tickLotValue } = instrumentOf(order.instId);
  const cap = larger(minLots, CORNER_USDT / larger(1n, (order.ticks ?? 1n) * tickLotValue));
  const random = createNamedPrng(`${world.seed}:${order.ordId}:${order.fills}`);
  const split =
    order.fills < 2 && random() < 0.25
      ? larger(minLots, (remaining * BigInt(20 + Math.floor(random() * 60))) / 100n)
      : remaining;
  return smaller(remaining, smaller(cap, split));
}
