// Stops and take-profits on the mark price: when they trigger they become a market order that only closes.
import { executeOrder } from './execution.ts';
import type { MarketLine } from './market-line.ts';
import { openOrder } from './order-life.ts';
import { smaller } from './quanta.ts';
import type { Algo } from './records.ts';
import { ledgerOf, positionKey, touch, trackAlgo, type World } from './world.ts';

/** The nearest tick ahead at which a stop or take-profit triggers. */
export function nextAlgoLevel(world: World, line: MarketLine, isUp: boolean): number | undefined {
  let nearest: number | undefined;
  for (const algo of world.liveAlgos.get(line.instrument.instId) ?? []) {
    for (const level of [Number(algo.takeProfitTicks ?? 0n), Number(algo.stopLossTicks ?? 0n)]) {
      if (level === 0 || (isUp ? level <= line.ticks : level >= line.ticks)) continue;
      if (nearest === undefined || (isUp ? level < nearest : level > nearest)) nearest = level;
    }
  }
  return nearest;
}

/** Triggers every algo whose level the standing price has reached. */
export function triggerAlgos(world: World, line: MarketLine): void {
  for (const algo of world.liveAlgos.get(line.instrument.instId) ?? []) {
    const reached = reachedSide(algo, BigInt(line.ticks));
    if (reached !== undefined) trigger(world, algo, reached);
  }
}

/** Ends an algo: cancelled, triggered or failed, and tells the account. */
export function endAlgo(world: World, algo: Algo, state: 'canceled' | 'effective' | 'order_failed'): void {
  algo.state = state;
  algo.updatedAt = world.clock.now();
  trackAlgo(world, algo);
  touch(world, { kind: 'algo', value: algo });
  world.notices.push({ kind: 'algo', accountId: algo.accountId, algo: { ...algo } });
}

// A sell takes profit above and stops below; a buy the other way round.
function reachedSide(algo: Algo, ticks: bigint): 'tp' | 'sl' | undefined {
  const isSell = algo.side === 'sell';
  if (algo.stopLossTicks !== undefined && (isSell ? ticks <= algo.stopLossTicks : ticks >= algo.stopLossTicks))
    return 'sl';
  if (algo.takeProfitTicks !== undefined && (isSell ? ticks >= algo.takeProfitTicks : ticks <= algo.takeProfitTicks))
    return 'tp';
  return undefined;
}

function trigger(world: World, algo: Algo, side: 'tp' | 'sl'): void {
  algo.actualSide = side;
  algo.triggeredAt = world.clock.now();
  const position = ledgerOf(world, algo.accountId).positions.get(positionKey(algo.instId, algo.posSide));
  const isOpposite =
    position !== undefined && position.lots > 0n && (position.direction === 1) === (algo.side === 'sell');
  const lots = !isOpposite || !position ? 0n : algo.closesAll ? position.lots : smaller(algo.lots, position.lots);
  const needsPosition = algo.reduceOnly || algo.posSide !== 'net' || algo.closesAll;
  if (needsPosition && lots === 0n) {
    algo.failCode = '51023';
    endAlgo(world, algo, 'order_failed');
    return;
  }
  const order = openOrder(world, {
    accountId: algo.accountId,
    instId: algo.instId,
    side: algo.side,
    posSide: algo.posSide,
    ordType: 'market',
    ticks: undefined,
    lots: needsPosition ? lots : algo.lots,
    reduceOnly: algo.reduceOnly,
    tag: algo.tag,
    source: '7',
    algoId: algo.algoId,
  });
  algo.ordId = order.ordId;
  endAlgo(world, algo, 'effective');
  executeOrder(world, order);
}
