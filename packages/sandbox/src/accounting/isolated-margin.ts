// The isolated margin of one position: equity, liquidation price, and adding or removing margin.
import { book } from './booking.ts';
import { tierOf } from '../market/instruments.ts';
import {
  instrumentOf,
  positionMaintenance,
  positionNotional,
  positionUpl,
  solveLiquidation,
  TAKER_FEE,
  withdrawable,
} from './margin.ts';
import { leverageOf } from './margin-modes.ts';
import { divideDown, formatBaseUnits, larger, multiplyDown, smaller, type BaseUnits } from '../base-units.ts';
import type { Position } from '../state/records.ts';
import { recordChange, type Ledger, type World } from '../state/world.ts';

/** Returns the equity of one isolated position: its margin plus its unrealised profit. */
export function isolatedEquity(world: World, position: Position): BaseUnits {
  return (position.margin ?? 0n) + positionUpl(world, position);
}

/** Returns the margin ratio of an isolated position: its equity divided by the sum of maintenance margin and closing fee. */
export function isolatedRatio(world: World, position: Position): BaseUnits {
  return divideDown(isolatedEquity(world, position), larger(1n, required(world, position)));
}

function required(world: World, position: Position): BaseUnits {
  return positionMaintenance(world, position) + multiplyDown(positionNotional(world, position), TAKER_FEE);
}

/** Returns the liquidation price of an isolated position. The price does not depend on the cash of the account. */
export function isolatedLiquidation(position: Position): { price: BaseUnits; isBelow: boolean } | undefined {
  const instrument = instrumentOf(position.instId);
  return solveLiquidation(position.margin ?? 0n, [
    {
      direction: position.direction,
      coins: position.lots * instrument.lotCoin,
      cost: position.cost,
      mmr: tierOf(instrument, position.lots).mmr,
    },
  ]);
}

/**
 * Returns the largest margin that may be removed. Afterwards the margin, less an unrealised loss, is still at least the margin that the leverage requires at
 * the mark price or the entry price, whichever is higher.
 */
export function reducible(world: World, ledger: Ledger, position: Position): BaseUnits {
  const minimum =
    larger(positionNotional(world, position), position.cost) / BigInt(leverageOf(ledger.account, position));
  return larger(0n, smaller(isolatedEquity(world, position), position.margin ?? 0n) - minimum);
}

/**
 * Moves USDT between the cash of the account and a position. A positive amount adds margin to the position. The bill has type 6, with subtype 160 for added
 * and 161 for removed margin.
 */
export function moveMargin(
  world: World,
  ledger: Ledger,
  move: { readonly position: Position; readonly amount: BaseUnits; readonly event: string },
): void {
  const { position, amount } = move;
  position.margin = (position.margin ?? 0n) + amount;
  position.updatedAt = world.clock.now();
  recordChange(world, { kind: 'position', value: position });
  book(world, ledger, {
    type: '6',
    subType: amount > 0n ? '160' : '161',
    pnl: 0n,
    fee: 0n,
    moved: -amount,
    instId: position.instId,
    mgnMode: 'isolated',
    positionBalance: position.margin,
    size: formatBaseUnits(amount > 0n ? amount : -amount),
  });
  world.notices.push({ kind: 'account', accountId: position.accountId, event: move.event });
}

/**
 * Sets the margin of an open position to the amount that the new leverage requires. Returns false and changes nothing when the account cannot pay the
 * difference or the position would be liquidated.
 */
export function applyLeverage(world: World, ledger: Ledger, of: { position: Position; lever: number }): boolean {
  const { position, lever } = of;
  const amount = position.cost / BigInt(lever) - (position.margin ?? 0n);
  if (amount === 0n) return true;
  const isCovered = isolatedEquity(world, position) + amount > required(world, position);
  if (amount > 0n ? amount > withdrawable(world, ledger) : !isCovered) return false;
  moveMargin(world, ledger, { position, amount, event: 'set_leverage' });
  return true;
}
