// Liquidation: when the equity does not cover maintenance margin and closing fee, opening orders are cancelled and positions close at the market price, tier
// by tier.
import { book } from './booking.ts';
import { tierOf } from '../market/instruments.ts';
import { isolatedLiquidation, isolatedRatio } from './isolated-margin.ts';
import { instrumentOf, isClosing, liquidationPrice, marginOf, positionMaintenance } from './margin.ts';
import { isSafe, referenceOf } from './safe-accounts.ts';
import { isIsolated, isSameSlot, modeOf, modeFields } from './margin-modes.ts';
import type { MarketTimeline } from '../market/market-timeline.ts';
import { cancelOrder, fillOrder, openOrder } from '../orders/order-life.ts';
import { ONE, parseBaseUnits } from '../base-units.ts';
import type { Category, Position } from '../state/records.ts';
import {
  ledgerOf,
  timelineOf,
  nextTradeId,
  type Ledger,
  type LiquidationLevel,
  type LiquidationRange,
  type World,
} from '../state/world.ts';

/**
 * Returns the nearest tick between the price and the price `to` at which a position on this market is liquidated. The result may also be a
 * tick beyond `to`.
 */
export function nextLiquidationLevel(world: World, timeline: MarketTimeline, to: number): number | undefined {
  const isUp = to > timeline.ticks;
  const reference = referenceOf(world, timeline, to);
  const { low, high } = rangeOf(world, timeline, reference);
  const ahead = isUp ? high : low;
  if (ahead === undefined || (isUp ? ahead > timeline.ticks : ahead < timeline.ticks)) return ahead;
  // The price is at or beyond the first level, so the first level ahead is another level.
  let nearest: number | undefined;
  for (const position of world.openPositions.get(timeline.instrument.instId) ?? []) {
    if (isSafe(world, position.accountId, reference)) continue;
    const { ticks, isBelow } = levelOf(world, timeline, position);
    if (ticks === undefined || isBelow === isUp || (isUp ? ticks <= timeline.ticks : ticks >= timeline.ticks)) continue;
    if (nearest === undefined || (isUp ? ticks < nearest : ticks > nearest)) nearest = ticks;
  }
  return nearest;
}

/**
 * Liquidates accounts with a position on this market. An account is liquidated when its margin ratio is 100 % or less. An isolated position has a separate
 * margin ratio and is liquidated alone.
 */
export function liquidateAt(world: World, timeline: MarketTimeline): void {
  const reference = referenceOf(world, timeline, timeline.ticks);
  const { low, high } = rangeOf(world, timeline, reference);
  if ((low === undefined || timeline.ticks > low) && (high === undefined || timeline.ticks < high)) return;
  for (const position of world.openPositions.get(timeline.instrument.instId) ?? []) {
    if (isSafe(world, position.accountId, reference)) continue;
    const { ticks, isBelow } = levelOf(world, timeline, position);
    if (ticks === undefined || (isBelow ? timeline.ticks > ticks : timeline.ticks < ticks)) continue;
    const ledger = ledgerOf(world, position.accountId);
    if (isIsolated(position)) liquidateIsolated(world, ledger, position);
    else if (isExhausted(world, ledger)) liquidate(world, ledger);
  }
}

function liquidate(world: World, ledger: Ledger): void {
  for (const order of ledger.pending) if (!isClosing(order) && !isIsolated(order)) cancelOrder(world, order, '3');
  while (isExhausted(world, ledger)) {
    const position = heaviest(world, ledger);
    if (!position) break;
    closePart(world, ledger, position);
  }
  coverDeficit(world, ledger);
}

// Liquidates an isolated position alone: first the orders of the position are cancelled, then its lots close tier by tier.
function liquidateIsolated(world: World, ledger: Ledger, position: Position): void {
  if (isolatedRatio(world, position) > ONE) return;
  for (const order of ledger.pending) if (isSameSlot(order, position)) cancelOrder(world, order, '3');
  while (position.lots > 0n && isolatedRatio(world, position) <= ONE) {
    const before = ledger.account.cash;
    closePart(world, ledger, position);
    coverLoss(world, ledger, { before, instId: position.instId });
  }
}

// An isolated position loses at most its margin. The insurance fund pays the loss that exceeds the margin.
function coverLoss(world: World, ledger: Ledger, of: { before: bigint; instId: string }): void {
  const lost = of.before - ledger.account.cash;
  if (lost > 0n)
    book(world, ledger, {
      type: '10',
      subType: '170',
      pnl: lost,
      fee: 0n,
      instId: of.instId,
      mgnMode: 'isolated',
      notes: 'insurance fund',
    });
}

/** Liquidates every position of an account regardless of its margin. Returns false when the account has no position. */
export function forceLiquidation(world: World, ledger: Ledger): boolean {
  for (const order of ledger.pending) cancelOrder(world, order, '3');
  const open = [...ledger.positions.values()].filter((position) => position.lots > 0n);
  for (const position of open) {
    const before = ledger.account.cash;
    takeOver(world, position, { lots: position.lots, category: 'full_liquidation' });
    if (isIsolated(position)) coverLoss(world, ledger, { before, instId: position.instId });
  }
  coverDeficit(world, ledger);
  return open.length > 0;
}

/** Auto-deleveraging: closes a share of the positions on one swap at the market price. Returns false when the account has no position on the swap. */
export function deleverage(world: World, ledger: Ledger, of: { instId: string; share: string }): boolean {
  const share = parseBaseUnits(of.share || '1') ?? ONE;
  const open = [...ledger.positions.values()].filter((one) => one.instId === of.instId && one.lots > 0n);
  for (const position of open) {
    const lots = (position.lots * share) / ONE;
    if (lots > 0n) takeOver(world, position, { lots: lots < position.lots ? lots : position.lots, category: 'adl' });
  }
  return open.length > 0;
}

// Returns the range of prices near the reference prices without a liquidation on this market: `low` is the highest level below it, and `high` is the lowest
// level above it. The range is cached like the levels, because an exchange can have thousands of positions.
function rangeOf(world: World, timeline: MarketTimeline, reference: number | null): LiquidationRange {
  const { instId } = timeline.instrument;
  const open = world.openPositions.get(instId);
  const known = world.liquidationRanges.get(instId);
  const { walks, bookings } = world;
  const positions = open?.size ?? 0;
  const isCurrent = known?.walk === walks && known.bookings === bookings && known.positions === positions;
  if (isCurrent && (known.reference === null || known.reference === reference)) return known;
  let [low, high]: [number | undefined, number | undefined] = [undefined, undefined];
  for (const position of open ?? []) {
    if (isSafe(world, position.accountId, reference)) continue;
    const { ticks, isBelow } = levelOf(world, timeline, position);
    if (ticks === undefined) continue;
    if (isBelow) low = low === undefined || ticks > low ? ticks : low;
    else high = high === undefined || ticks < high ? ticks : high;
  }
  const range = { walk: walks, bookings, positions, reference, low, high };
  world.liquidationRanges.set(instId, range);
  return range;
}

// The liquidation level is cached until the next movement of the market or the next booking of the account, because one movement can pass thousands of prices.
function levelOf(world: World, timeline: MarketTimeline, position: Position): LiquidationLevel {
  const { instId, tick } = timeline.instrument;
  const levels = world.liquidationLevels.get(instId) ?? new Map<string, LiquidationLevel>();
  world.liquidationLevels.set(instId, levels);
  const ledger = ledgerOf(world, position.accountId);
  const name = isIsolated(position) ? position.posId : position.accountId;
  const known = levels.get(name);
  if (known && known.revision === ledger.revision && known.walk === world.walks) return known;
  const found = isIsolated(position) ? isolatedLiquidation(position) : liquidationPrice(world, ledger, { instId });
  // The level is rounded down when a falling price liquidates the position, and up when a rising price liquidates the position. So rounding moves the level
  // away from the market price.
  const ticks = found && Number(found.isBelow ? found.price / tick : (found.price + tick - 1n) / tick);
  const level = { revision: ledger.revision, walk: world.walks, ticks, isBelow: found?.isBelow ?? true };
  levels.set(name, level);
  return level;
}

function isExhausted(world: World, ledger: Ledger): boolean {
  const { ratio } = marginOf(world, ledger);
  return ratio !== undefined && ratio <= ONE;
}

function heaviest(world: World, ledger: Ledger): Position | undefined {
  let found: Position | undefined;
  for (const position of ledger.positions.values()) {
    if (
      position.lots > 0n &&
      !isIsolated(position) &&
      (!found || positionMaintenance(world, position) > positionMaintenance(world, found))
    )
      found = position;
  }
  return found;
}

// When the position is above tier 1, only its lots in the highest tier are closed. In tier 1, the whole position is closed.
function closePart(world: World, ledger: Ledger, position: Position): void {
  const instrument = instrumentOf(position.instId);
  const tier = tierOf(instrument, position.lots);
  const isWhole = tier.tier === 1;
  for (const order of ledger.pending) {
    if (isSameSlot(order, position)) cancelOrder(world, order, '3');
  }
  takeOver(world, position, {
    lots: isWhole ? position.lots : position.lots - tier.minLots,
    category: isWhole ? 'full_liquidation' : 'partial_liquidation',
  });
}

// The exchange creates this order. The id of its trade is negative.
function takeOver(world: World, position: Position, part: { lots: bigint; category: Category }): void {
  const order = openOrder(world, {
    accountId: position.accountId,
    instId: position.instId,
    side: position.direction === 1 ? 'sell' : 'buy',
    posSide: position.posSide,
    ...modeFields(modeOf(position)),
    ordType: 'market',
    lots: part.lots,
    ticks: undefined,
    reduceOnly: true,
    category: part.category,
    source: '',
  });
  const ticks = BigInt(timelineOf(world, position.instId).ticks);
  fillOrder(world, order, { tradeId: `-${nextTradeId(world)}`, ticks, lots: order.lots, isMaker: false });
}

// The insurance fund pays the debt of an account without cross positions. A bill of type 10 is written, so that the bills and the balance agree.
function coverDeficit(world: World, ledger: Ledger): void {
  const isFlat = [...ledger.positions.values()].every((position) => position.lots === 0n || isIsolated(position));
  if (isFlat && ledger.account.cash < 0n)
    book(world, ledger, { type: '10', subType: '170', pnl: -ledger.account.cash, fee: 0n, notes: 'insurance fund' });
}
