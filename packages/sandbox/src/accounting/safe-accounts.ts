// Finds the accounts that no price near the reference prices can liquidate, so that a price change calculates the liquidation
// prices of few accounts.
import { tierOf } from '../market/instruments.ts';
import type { MarketTimeline } from '../market/market-timeline.ts';
import { ONE } from '../base-units.ts';
import { ledgerOf, type Ledger, type World } from '../state/world.ts';
import { instrumentOf, TAKER_FEE } from './margin.ts';
import { isIsolated } from './margin-modes.ts';

/** A price is near its reference price when it differs by at most this share. */
const NEAR = 0.02;
/** The calculation with doubles loses less than this share of an amount. */
const SAFETY = 1.01;

/**
 * Returns the number of the reference prices for a movement of one market from its price to the price `to`. When one of these prices is not near its
 * reference price, the present prices of all markets become the reference prices. Returns null when
 * `to` is not near its reference price. Every movement of a market calls this function, so the other prices are near their reference prices.
 */
export function referenceOf(world: World, timeline: MarketTimeline, to: number): number | null {
  const { reference } = world;
  const { instId } = timeline.instrument;
  const isNear = (ticks: number): boolean => {
    const at = reference.ticks.get(instId);
    return at !== undefined && Math.abs(ticks - at) <= at * NEAR;
  };
  if (!isNear(timeline.ticks) || !isNear(to)) {
    reference.number += 1;
    for (const [id, { ticks }] of world.timelines) reference.ticks.set(id, ticks);
  }
  return isNear(to) ? reference.number : null;
}

/**
 * Returns true when no prices near the reference prices liquidate the account. The result is stored until the account has another
 * booking. An account with an isolated position is never safe.
 */
export function isSafe(world: World, accountId: string, reference: number | null): boolean {
  if (reference === null) return false;
  const ledger = ledgerOf(world, accountId);
  const known = world.safeAccounts.get(accountId);
  if (known !== undefined && known.reference === reference && known.revision === ledger.revision) return known.isSafe;
  const found = { reference, revision: ledger.revision, isSafe: isSafeNear(world, ledger) };
  world.safeAccounts.set(accountId, found);
  return found.isSafe;
}

// The equity of the account exceeds its requirements at the reference prices by `slack`. When every price changes by the share `NEAR` against
// the account, the loss and the larger requirements are at most `risk`.
function isSafeNear(world: World, ledger: Ledger): boolean {
  let slack = Number(ledger.account.cash);
  let risk = 0;
  let size = Math.abs(slack);
  for (const position of ledger.positions.values()) {
    if (position.lots === 0n) continue;
    const ticks = world.reference.ticks.get(position.instId);
    if (isIsolated(position) || ticks === undefined) return false;
    const instrument = instrumentOf(position.instId);
    const notional = ticks * Number(position.lots * instrument.tickLotValue);
    const share = Number(tierOf(instrument, position.lots).mmr + TAKER_FEE) / Number(ONE);
    slack += position.direction * (notional - Number(position.cost)) - notional * share;
    risk += notional * (1 + share) * NEAR;
    size += notional;
  }
  return slack > risk * SAFETY + size * (SAFETY - 1);
}
