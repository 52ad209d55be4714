// Isolated margin: what one position holds on its own, when that no longer suffices, and how it is added to or reduced.
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
import { divideDown, formatQuanta, larger, multiplyDown, smaller, type Quanta } from '../base-units.ts';
import type { Position } from '../state/records.ts';
import { touch, type Ledger, type World } from '../state/world.ts';

/** Margin and unrealised profit of a position on its own. */
export function isolatedEquity(world: World, position: Position): Quanta {
  return (position.margin ?? 0n) + positionUpl(world, position);
}

/** Its equity over maintenance and closing fee. */
export function isolatedRatio(world: World, position: Position): Quanta {
  return divideDown(isolatedEquity(world, position), larger(1n, required(world, position)));
}

function required(world: World, position: Position): Quanta {
  return positionMaintenance(world, position) + multiplyDown(positionNotional(world, position), TAKER_FEE);
}

/** The price at which it is liquidated, whatever the account does. */
export function isolatedLiquidation(position: Position): { price: Quanta; isBelow: boolean } | undefined {
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

/** The most that may be taken out: what the leverage demands at the mark stays, and losses are covered. */
export function reducible(world: World, ledger: Ledger, position: Position): Quanta {
  const demanded =
    larger(positionNotional(world, position), position.cost) / BigInt(leverageOf(ledger.account, position));
  return larger(0n, smaller(isolatedEquity(world, position), position.margin ?? 0n) - demanded);
}

/** Moves USDT between the account's cash and a position: positive adds to the position. Bill type 6: 160 added, 161 reduced. */
export function moveMargin(
  world: World,
  ledger: Ledger,
  move: { readonly position: Position; readonly amount: Quanta; readonly event: string },
): void {
  const { position, amount } = move;
  position.margin = (position.margin ?? 0n) + amount;
  position.updatedAt = world.clock.now();
  touch(world, { kind: 'position', value: position });
  book(world, ledger, {
    type: '6',
    subType: amount > 0n ? '160' : '161',
    pnl: 0n,
    fee: 0n,
    moved: -amount,
    instId: position.instId,
    mgnMode: 'isolated',
    positionBalance: position.margin,
    size: formatQuanta(amount > 0n ? amount : -amount),
  });
  world.notices.push({ kind: 'account', accountId: position.accountId, event: move.event });
}

/** Brings an open position's margin to what another leverage demands; false when the account cannot pay for it or the position could not bear it. */
export function relever(world: World, ledger: Ledger, of: { position: Position; lever: number }): boolean {
  const { position, lever } = of;
  const amount = position.cost / BigInt(lever) - (position.margin ?? 0n);
  if (amount === 0n) return true;
  const isBorne = isolatedEquity(world, position) + amount > required(world, position);
  if (amount > 0n ? amount > withdrawable(world, ledger) : !isBorne) return false;
  moveMargin(world, ledger, { position, amount, event: 'set_leverage' });
  return true;
}
