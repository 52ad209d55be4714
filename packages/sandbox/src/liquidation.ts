// Liquidation: when equity no longer covers maintenance margin and closing fee, opening orders end and positions close at the walked price, tier by tier.
import { book } from './booking.ts';
import { tierOf } from './instruments.ts';
import { instrumentOf, isClosing, liquidationPrice, marginOf, positionMaintenance } from './margin.ts';
import type { MarketLine } from './market-line.ts';
import { cancelOrder, fillOrder, openOrder } from './order-life.ts';
import { ONE } from './quanta.ts';
import type { Position } from './records.ts';
import { ledgerOf, lineOf, nextId, type Ledger, type World } from './world.ts';

/** The nearest tick ahead at which an account with a position here is liquidated. */
export function nextLiquidationLevel(world: World, line: MarketLine, isUp: boolean): number | undefined {
  let nearest: number | undefined;
  for (const accountId of accountsIn(world, line)) {
    const found = liquidationPrice(world, ledgerOf(world, accountId), line.instrument.instId);
    if (!found || found.isBelow === isUp) continue;
    const { tick } = line.instrument;
    // Rounded to where it is certain: down for a fall, up for a rise.
    const level = Number(found.isBelow ? found.price / tick : (found.price + tick - 1n) / tick);
    if (nearest === undefined || (isUp ? level < nearest : level > nearest)) nearest = level;
  }
  return nearest;
}

/** Liquidates every account with a position here whose margin ratio is 100 % or less. */
export function liquidateAt(world: World, line: MarketLine): void {
  for (const accountId of accountsIn(world, line)) {
    const ledger = ledgerOf(world, accountId);
    if (!isExhausted(world, ledger)) continue;
    for (const order of ledger.pending) if (!isClosing(order)) cancelOrder(world, order, '3');
    while (isExhausted(world, ledger)) {
      const position = heaviest(world, ledger);
      if (!position) break;
      closePart(world, ledger, position);
    }
    coverDeficit(world, ledger);
  }
}

function accountsIn(world: World, line: MarketLine): Set<string> {
  const accounts = new Set<string>();
  for (const position of world.openPositions.get(line.instrument.instId) ?? []) accounts.add(position.accountId);
  return accounts;
}

function isExhausted(world: World, ledger: Ledger): boolean {
  const { ratio } = marginOf(world, ledger);
  return ratio !== undefined && ratio <= ONE;
}

function heaviest(world: World, ledger: Ledger): Position | undefined {
  let found: Position | undefined;
  for (const position of ledger.positions.values()) {
    if (position.lots > 0n && (!found || positionMaintenance(world, position) > positionMaintenance(world, found)))
      found = position;
  }
  return found;
}

// Above tier 1 only the lots of the highest tier go; in tier 1 all of them.
function closePart(world: World, ledger: Ledger, position: Position): void {
  const instrument = instrumentOf(position.instId);
  const tier = tierOf(instrument, position.lots);
  const isWhole = tier.tier === 1;
  for (const order of ledger.pending) {
    if (order.instId === position.instId && order.posSide === position.posSide) cancelOrder(world, order, '3');
  }
  const order = openOrder(world, {
    accountId: position.accountId,
    instId: position.instId,
    side: position.direction === 1 ? 'sell' : 'buy',
    posSide: position.posSide,
    ordType: 'market',
    lots: isWhole ? position.lots : position.lots - tier.minLots,
    ticks: undefined,
    reduceOnly: true,
    category: isWhole ? 'full_liquidation' : 'partial_liquidation',
    source: '',
  });
  const ticks = BigInt(lineOf(world, position.instId).ticks);
  fillOrder(world, order, { tradeId: `-${nextId(world).slice(-9)}`, ticks, lots: order.lots, isMaker: false });
}

// The insurance fund pays what a flat account still owes: bill type 10 (clawback side), so that bills and balance agree.
function coverDeficit(world: World, ledger: Ledger): void {
  const isFlat = [...ledger.positions.values()].every((position) => position.lots === 0n);
  if (isFlat && ledger.account.cash < 0n)
    book(world, ledger, { type: '10', subType: '170', pnl: -ledger.account.cash, fee: 0n, notes: 'insurance fund' });
}
