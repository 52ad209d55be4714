// Stops, take-profits, trigger orders and trailing stops at each new mark price: activation, triggering, and the orders that they create.
import { endAlgo } from './algo-ending.ts';
import { executeOrder } from '../orders/execute-order.ts';
import type { MarketTimeline } from '../market/market-timeline.ts';
import { openOrder } from '../orders/order-life.ts';
import { checkMargin } from '../orders/placement.ts';
import { multiplyDown, smaller } from '../base-units.ts';
import type { Algo } from '../state/records.ts';
import { modeOf, modeFields, positionKey } from '../accounting/margin-modes.ts';
import { ledgerOf, recordChange, type World } from '../state/world.ts';

type Reached = 'tp' | 'sl' | 'trigger';

/**
 * Returns the nearest tick at which an algo order triggers or becomes active. Only ticks above the price are considered
 * when `isUp` is true, and only ticks below the price when `isUp` is false.
 */
export function nextAlgoLevel(world: World, timeline: MarketTimeline, isUp: boolean): number | undefined {
  let nearest: number | undefined;
  for (const algo of world.liveAlgos.get(timeline.instrument.instId) ?? []) {
    if (!isActiveAlgo(world, algo)) continue;
    for (const level of levelsOf(algo).map(Number)) {
      if (isUp ? level <= timeline.ticks : level >= timeline.ticks) continue;
      if (nearest === undefined || (isUp ? level < nearest : level > nearest)) nearest = level;
    }
  }
  return nearest;
}

/** Triggers every algo order whose level the current price has reached. */
export function triggerAlgos(world: World, timeline: MarketTimeline): void {
  for (const algo of world.liveAlgos.get(timeline.instrument.instId) ?? []) {
    if (algo.parentId !== undefined) setFilledSize(world, algo);
    if (algo.state !== 'live' || !isActiveAlgo(world, algo)) continue;
    if (algo.trailing) follow(world, algo, BigInt(timeline.ticks));
    const reached = reachedSide(algo, BigInt(timeline.ticks));
    if (reached !== undefined) fire(world, algo, reached);
  }
}

/** Returns whether an algo order is active. An algo order that is attached to an order becomes active when the order has ended with a fill. */
export function isActiveAlgo(world: World, algo: Algo): boolean {
  const parent = algo.parentId === undefined ? undefined : world.ordersById.get(algo.parentId);
  return parent === undefined || ((parent.state === 'filled' || parent.state === 'canceled') && parent.filledLots > 0n);
}

// Sets the size of an attached algo order to the filled size of its order, at most `mostLots`. If the order ended without a fill, the algo order is
// cancelled.
function setFilledSize(world: World, algo: Algo): void {
  const parent = algo.parentId === undefined ? undefined : world.ordersById.get(algo.parentId);
  if (parent?.state === 'canceled' && parent.filledLots === 0n) endAlgo(world, algo, 'canceled');
  else if (parent !== undefined) algo.lots = smaller(parent.filledLots, algo.mostLots ?? parent.filledLots);
}

function levelsOf(algo: Algo): bigint[] {
  const trailing = algo.trailing && (callbackLevel(algo) ?? algo.trailing.activeTicks);
  return [algo.takeProfitTicks, algo.stopLossTicks, algo.trigger?.ticks, trailing].filter(
    (level) => level !== undefined,
  );
}

// Returns the level of a trailing stop. For a sell order, the level is the best price after its activation minus the
// callback. For a buy order, the level is the best price plus the callback.
function callbackLevel(algo: Algo): bigint | undefined {
  const { trailing } = algo;
  const best = trailing?.bestTicks;
  if (!trailing || best === undefined) return undefined;
  const distance = trailing.spreadTicks ?? multiplyDown(best, trailing.ratio ?? 0n);
  return algo.side === 'sell' ? best - distance : best + distance;
}

function follow(world: World, algo: Algo, ticks: bigint): void {
  const { trailing } = algo;
  if (!trailing) return;
  const isSell = algo.side === 'sell';
  const { activeTicks, bestTicks } = trailing;
  const isActive =
    bestTicks !== undefined || activeTicks === undefined || (isSell ? ticks >= activeTicks : ticks <= activeTicks);
  if (!isActive || (bestTicks !== undefined && (isSell ? ticks <= bestTicks : ticks >= bestTicks))) return;
  algo.trailing = { ...trailing, bestTicks: ticks };
  recordChange(world, { kind: 'algo', value: algo });
}

// The take-profit level of a sell order is above the price, and its stop level is below the price. The levels of a buy order are on the opposite sides.
function reachedSide(algo: Algo, ticks: bigint): Reached | undefined {
  if (algo.isAtOnce) return 'tp';
  const isSell = algo.side === 'sell';
  const stop = algo.stopLossTicks ?? callbackLevel(algo);
  if (stop !== undefined && (isSell ? ticks <= stop : ticks >= stop)) return 'sl';
  if (algo.takeProfitTicks !== undefined && (isSell ? ticks >= algo.takeProfitTicks : ticks <= algo.takeProfitTicks))
    return 'tp';
  if (algo.trigger && (algo.trigger.isRise ? ticks >= algo.trigger.ticks : ticks <= algo.trigger.ticks))
    return 'trigger';
  return undefined;
}

function fire(world: World, algo: Algo, reached: Reached): void {
  algo.actualSide = reached === 'trigger' || algo.trailing ? '' : reached;
  algo.triggeredAt = world.clock.now();
  const ledger = ledgerOf(world, algo.accountId);
  const position = ledger.positions.get(positionKey(algo));
  const isOpposite =
    position !== undefined && position.lots > 0n && (position.direction === 1) === (algo.side === 'sell');
  const closable = !isOpposite || !position ? 0n : algo.closesAll ? position.lots : smaller(algo.lots, position.lots);
  const needsPosition = algo.reduceOnly || closesBySide(algo) || algo.closesAll;
  const ticks = reached === 'tp' ? algo.takeProfitPrice : reached === 'sl' ? algo.stopLossPrice : algo.trigger?.price;
  const wanted = { ...algo, ticks, lots: needsPosition ? closable : algo.lots };
  const failCode = wanted.lots === 0n ? '51023' : checkMargin(world, ledger, wanted)?.sCode;
  if (failCode !== undefined) {
    algo.failCode = failCode;
    endAlgo(world, algo, 'order_failed');
    return;
  }
  const order = openOrder(world, {
    accountId: algo.accountId,
    instId: algo.instId,
    side: algo.side,
    posSide: algo.posSide,
    ...modeFields(modeOf(algo)),
    ordType: ticks === undefined ? 'market' : 'limit',
    ticks,
    lots: wanted.lots,
    reduceOnly: algo.reduceOnly,
    tag: algo.tag,
    source: algo.trigger ? '6' : algo.trailing ? '25' : '7',
    algoId: algo.algoId,
    algoClOrdId: algo.algoClOrdId,
    ...(algo.isAtOnce ? { isTakeProfit: true } : {}),
  });
  algo.ordId = order.ordId;
  endAlgo(world, algo, 'effective');
  executeOrder(world, order);
}

// In hedge mode an order closes when its side is opposite to its position side.
function closesBySide(algo: Algo): boolean {
  return algo.posSide !== 'net' && (algo.posSide === 'long') === (algo.side === 'sell');
}
