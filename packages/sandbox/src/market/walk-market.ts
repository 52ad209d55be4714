// Moves one market from price to price, stopping at every level where something happens: a resting order, a stop, a liquidation.
import { triggerAlgos, nextAlgoLevel } from '../algos/algo-life.ts';
import { restingOrders } from '../orders/order-book.ts';
import { instrumentOf } from '../accounting/margin.ts';
import { liquidateAt, nextLiquidationLevel } from '../accounting/liquidation.ts';
import type { MarketLine } from './market-line.ts';
import { createNamedPrng } from '../prng.ts';
import { fillOrder, remainingLots } from '../orders/order-life.ts';
import { larger, quanta, smaller } from '../base-units.ts';
import { readSentinel } from '../faults/typed-faults.ts';
import type { Order } from '../state/records.ts';
import { printTrade } from './public-trades.ts';
import { bookOf, nextTradeId, type World } from '../state/world.ts';

/** USDT that one corner of the synthetic path trades at a resting price. */
const CORNER_USDT = quanta('150000');

/** Walks to a price; every order, stop and liquidation on the way acts at its own level. */
export function travel(world: World, line: MarketLine, to: number): void {
  world.waiting.clear();
  act(world, line);
  while (line.ticks !== to) {
    const stop = nextStop(world, line, to);
    line.ticks = stop;
    act(world, line);
  }
}

// The nearest level strictly ahead where something waits, or the end of the way.
function nextStop(world: World, line: MarketLine, to: number): number {
  const isUp = to > line.ticks;
  const ahead = (level: number): boolean =>
    isUp ? level > line.ticks && level < to : level < line.ticks && level > to;
  const levels = [
    orderLevel(world, line, isUp),
    nextAlgoLevel(world, line, isUp),
    nextLiquidationLevel(world, line, isUp),
  ];
  let stop = to;
  for (const level of levels)
    if (level !== undefined && ahead(level) && (isUp ? level < stop : level > stop)) stop = level;
  return stop;
}

// A sell at p trades when p + tick is reached, a buy when p - tick is.
function orderLevel(world: World, line: MarketLine, isUp: boolean): number | undefined {
  const orders = restingOrders(bookOf(world, line.instrument.instId), isUp ? 'sell' : 'buy');
  const next = orders.find((order) => !world.waiting.has(order) && !isThrough(order, line.ticks));
  return next?.ticks === undefined ? undefined : Number(next.ticks) + (isUp ? 1 : -1);
}

function isThrough(order: Order, ticks: number): boolean {
  if (order.ticks === undefined) return false;
  return order.side === 'buy' ? BigInt(ticks) < order.ticks : BigInt(ticks) > order.ticks;
}

function act(world: World, line: MarketLine): void {
  for (const side of ['buy', 'sell'] as const) {
    const orders = restingOrders(bookOf(world, line.instrument.instId), side);
    for (;;) {
      const order = orders.find((candidate) => !world.waiting.has(candidate));
      if (!order || !isThrough(order, line.ticks)) break;
      fillResting(world, line, order);
    }
  }
  triggerAlgos(world, line);
  liquidateAt(world, line);
}

function fillResting(world: World, line: MarketLine, order: Order): void {
  const lots = orderedPart(world, order) ?? (line.path.isRecorded ? remainingLots(order) : tradableLots(world, order));
  const isPartial = lots < remainingLots(order);
  const ticks = order.ticks ?? BigInt(line.ticks);
  const tradeId = nextTradeId(world);
  fillOrder(world, order, { tradeId, ticks, lots, isMaker: true });
  printTrade(world, {
    instId: order.instId,
    tradeId,
    ticks: Number(ticks),
    lots,
    side: order.side === 'buy' ? 'sell' : 'buy',
    at: world.clock.now(),
  });
  if (isPartial && order.state === 'partially_filled') world.waiting.add(order);
}

// A test wants fills in parts: the n-th part of what the order was placed with, the rest at the next corners.
function orderedPart(world: World, order: Order): bigint | undefined {
  const { parts } = world.switches;
  const typed = readSentinel(order.clOrdId);
  const count = typed?.kind === 'partial' ? typed.amount : parts.left > 0 ? parts.parts : 0;
  if (count < 2) return undefined;
  if (typed?.kind !== 'partial') parts.left -= 1;
  if (order.fills >= count - 1) return remainingLots(order);
  return smaller(remainingLots(order), larger(1n, order.lots / BigInt(count)));
}

// One order in four trades in two or more parts, and no corner trades more than its volume; the third part is the last.
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
