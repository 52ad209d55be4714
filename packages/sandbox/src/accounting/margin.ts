// The cross margin of one account in USDT: equity, requirements, free margin and liquidation price. The formulas are from the OKX help pages (okx 7).
import { instruments, notionalOf, tierOf, type Instrument } from '../market/instruments.ts';
import { divideDown, larger, multiplyDown, baseUnits, smaller, type BaseUnits } from '../base-units.ts';
import { isIsolated, leverageOf, modeOf, positionKey } from './margin-modes.ts';
import type { Order, Position } from '../state/records.ts';
import { timelineOf, type Ledger, type World } from '../state/world.ts';

/** The maker fee per traded USDT of regular users of OKX swaps. */
export const MAKER_FEE: BaseUnits = baseUnits('0.0002');
/** The taker fee per traded USDT of regular users of OKX swaps. */
export const TAKER_FEE: BaseUnits = baseUnits('0.0005');

/** The margin figures of an account in USDT base units. All figures except the isolated sums belong to the cross positions. */
export interface Margin {
  /** The margin of the isolated positions plus their unrealised profit. */
  readonly isolated: BaseUnits;
  readonly isolatedUpl: BaseUnits;
  readonly equity: BaseUnits;
  readonly upl: BaseUnits;
  readonly initial: BaseUnits;
  readonly orders: BaseUnits;
  readonly maintenance: BaseUnits;
  readonly liquidationFee: BaseUnits;
  readonly notional: BaseUnits;
  readonly available: BaseUnits;
  /** The equity divided by the sum of maintenance margin and liquidation fee. The field is undefined when the account has no positions. */
  readonly ratio: BaseUnits | undefined;
}

/** Returns the listed instrument with this id. Throws for an unknown id. */
export function instrumentOf(instId: string): Instrument {
  const instrument = instruments.get(instId);
  if (!instrument) throw new Error(`the instrument ${instId} does not exist`);
  return instrument;
}

/** Returns the mark price in ticks. It equals the market price, because the sandbox has no separate index. */
export function markTicks(world: World, instId: string): bigint {
  return BigInt(timelineOf(world, instId).ticks);
}

/** Returns the notional of a position at the mark price in USDT. */
export function positionNotional(world: World, position: Position): BaseUnits {
  return notionalOf(instrumentOf(position.instId), markTicks(world, position.instId), position.lots);
}

/** Returns the unrealised profit of a position at the mark price. */
export function positionUpl(world: World, position: Position): BaseUnits {
  return BigInt(position.direction) * (positionNotional(world, position) - position.cost);
}

/** Returns the maintenance margin of a position at the mark price. */
export function positionMaintenance(world: World, position: Position): BaseUnits {
  return multiplyDown(positionNotional(world, position), tierOf(instrumentOf(position.instId), position.lots).mmr);
}

/** Returns the initial margin of a position at its leverage. */
export function positionInitial(world: World, ledger: Ledger, position: Position): BaseUnits {
  return positionNotional(world, position) / BigInt(leverageOf(ledger.account, position));
}

/** Returns the margin figures of an account at the current prices. */
export function marginOf(world: World, ledger: Ledger): Margin {
  let upl = 0n;
  let initial = 0n;
  let maintenance = 0n;
  let notional = 0n;
  let isolatedMargin = 0n;
  let isolatedUpl = 0n;
  for (const position of ledger.positions.values()) {
    if (position.lots === 0n) continue;
    if (isIsolated(position)) {
      isolatedMargin += position.margin ?? 0n;
      isolatedUpl += positionUpl(world, position);
      continue;
    }
    upl += positionUpl(world, position);
    initial += positionInitial(world, ledger, position);
    maintenance += positionMaintenance(world, position);
    notional += positionNotional(world, position);
  }
  const orders = ordersMargin(ledger);
  const equity = ledger.account.cash + upl;
  const liquidationFee = multiplyDown(notional, TAKER_FEE);
  const required = maintenance + liquidationFee;
  return {
    isolated: isolatedMargin + isolatedUpl,
    isolatedUpl,
    equity,
    upl,
    initial,
    orders,
    maintenance,
    liquidationFee,
    notional,
    available: larger(0n, equity - initial - orders),
    ratio: required > 0n ? divideDown(equity, required) : undefined,
  };
}

/** Returns the amount that can be transferred out of the trading account: the cash without unrealised profit and without margin in use. */
export function withdrawable(world: World, ledger: Ledger): BaseUnits {
  const { available, initial, orders } = marginOf(world, ledger);
  return larger(0n, smaller(available, ledger.account.cash - initial - orders));
}

/** Returns whether an order only closes a position: a reduce-only order in net mode, or an order in the closing direction in hedge mode. */
export function isClosing(order: Pick<Order, 'posSide' | 'side' | 'reduceOnly'>): boolean {
  if (order.posSide === 'net') return order.reduceOnly;
  return (order.posSide === 'long') === (order.side === 'sell');
}

/** Returns the margin and the taker fee for an opening size. For a market order, the sum is increased by 5 %. */
export function openingMargin(
  instrument: Instrument,
  opening: { ticks: bigint; lots: bigint; lever: number; isMarket: boolean },
): BaseUnits {
  const notional = notionalOf(instrument, opening.ticks, opening.lots);
  const base = notional / BigInt(opening.lever) + multiplyDown(notional, TAKER_FEE);
  return opening.isMarket ? (base * 105n) / 100n : base;
}

/** One position on the instrument whose liquidation price is computed. Coins and cost are in base units. */
export interface Leg {
  readonly direction: 1 | -1;
  readonly coins: BaseUnits;
  readonly cost: BaseUnits;
  readonly mmr: BaseUnits;
}

/**
 * Returns the price at which the equity no longer covers maintenance margin and closing fee. `equity` does not include the profit of the positions in `legs`.
 * Returns undefined when no positive price exists.
 */
export function solveLiquidation(
  equity: BaseUnits,
  legs: readonly Leg[],
): { price: BaseUnits; isBelow: boolean } | undefined {
  let slope = 0n;
  let constant = equity;
  for (const leg of legs) {
    slope += BigInt(leg.direction) * leg.coins - multiplyDown(leg.coins, leg.mmr + TAKER_FEE);
    constant -= BigInt(leg.direction) * leg.cost;
  }
  if (slope === 0n) return undefined;
  const price = divideDown(-constant, slope);
  // When long and short lots cancel each other, their loss does not depend on the price. An account whose cash does not cover this loss is liquidated at any
  // price.
  if (price <= 0n) return slope < 0n ? { price: 0n, isBelow: false } : undefined;
  return { price, isBelow: slope > 0n };
}

/** The figures of an account that every row of its cross positions uses. They are calculated once for a list of rows. */
export interface CrossFigures {
  /** The field `ratio` of `Margin`. */
  readonly ratio: BaseUnits | undefined;
  /** The cash, and for each cross position its profit less its maintenance margin and its closing fee. */
  readonly cover: BaseUnits;
}

/** Returns the figures of an account at the current prices. */
export function crossFiguresOf(world: World, ledger: Ledger): CrossFigures {
  return { ratio: marginOf(world, ledger).ratio, cover: coverOf(world, ledger) };
}

function coverOf(world: World, ledger: Ledger): BaseUnits {
  let cover = ledger.account.cash;
  for (const position of ledger.positions.values())
    if (position.lots !== 0n && !isIsolated(position)) cover += positionCover(world, position);
  return cover;
}

function positionCover(world: World, position: Position): BaseUnits {
  const notional = positionNotional(world, position);
  const { mmr } = tierOf(instrumentOf(position.instId), position.lots);
  const profit = BigInt(position.direction) * (notional - position.cost);
  return profit - multiplyDown(notional, mmr) - multiplyDown(notional, TAKER_FEE);
}

/**
 * Returns the price at which the whole account is liquidated when only the price of this instrument changes. `cover` is the field of
 * `CrossFigures`.
 */
export function liquidationPrice(
  world: World,
  ledger: Ledger,
  { instId, cover = coverOf(world, ledger) }: { readonly instId: string; readonly cover?: BaseUnits },
): { price: BaseUnits; isBelow: boolean } | undefined {
  const instrument = instrumentOf(instId);
  let equity = cover;
  const legs: Leg[] = [];
  for (const position of ledger.positions.values()) {
    if (position.instId !== instId || position.lots === 0n || isIsolated(position)) continue;
    equity -= positionCover(world, position);
    legs.push({
      direction: position.direction,
      coins: position.lots * instrument.lotCoin,
      cost: position.cost,
      mmr: tierOf(instrument, position.lots).mmr,
    });
  }
  return solveLiquidation(equity, legs);
}

// Returns the margin that opening orders reserve. In net mode, the part of an order that closes the opposite position reserves no margin.
function ordersMargin(ledger: Ledger): BaseUnits {
  let total = 0n;
  const free = new Map<string, bigint>();
  for (const order of ledger.pending) {
    if (isClosing(order) || order.ticks === undefined) continue;
    let lots = order.lots - order.filledLots;
    if (order.posSide === 'net') {
      const key = `${order.instId}:${order.side}:${modeOf(order)}`;
      const closable = free.get(key) ?? closableLots(ledger, order);
      const used = closable < lots ? closable : lots;
      free.set(key, closable - used);
      lots -= used;
    }
    total += openingMargin(instrumentOf(order.instId), {
      ticks: order.ticks,
      lots,
      lever: leverageOf(ledger.account, order),
      isMarket: false,
    });
  }
  return total;
}

/** Returns the lots of the opposite net position that an order of this side closes. */
export function closableLots(ledger: Ledger, order: Pick<Order, 'instId' | 'side' | 'mgnMode'>): bigint {
  const position = ledger.positions.get(positionKey({ ...order, posSide: 'net' }));
  if (!position || position.lots === 0n) return 0n;
  return (position.direction === 1) === (order.side === 'sell') ? position.lots : 0n;
}

/** Converts a price from ticks to base units. */
export function ticksToBaseUnits(instrument: Instrument, ticks: bigint): BaseUnits {
  return ticks * instrument.tick;
}

/** Returns the average entry price for a cost and a number of lots. */
export function averagePrice(instrument: Instrument, cost: BaseUnits, lots: bigint): BaseUnits {
  return divideDown(cost, lots * instrument.lotCoin);
}
