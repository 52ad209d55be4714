// Cross margin of one account in USDT: equity, requirements, free margin, and the liquidation price. Formulas: OKX help pages (okx 7).
import { instruments, notionalOf, tierOf, type Instrument } from '../market/instruments.ts';
import { divideDown, larger, multiplyDown, baseUnits, smaller, type BaseUnits } from '../base-units.ts';
import { isIsolated, leverageOf, modeOf, positionKey } from './margin-modes.ts';
import type { Order, Position } from '../state/records.ts';
import { timelineOf, type Ledger, type World } from '../state/world.ts';

/** Maker fee per traded USDT, for regular users of OKX swaps. */
export const MAKER_FEE: BaseUnits = baseUnits('0.0002');
/** Taker fee per traded USDT, for regular users of OKX swaps. */
export const TAKER_FEE: BaseUnits = baseUnits('0.0005');

/** Margin figures of an account in USDT base units. All but the isolated sums belong to its cross positions. */
export interface Margin {
  /** Margin and unrealised profit of isolated positions. */
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
  /** Equity over maintenance and liquidation fee; undefined without positions. */
  readonly ratio: BaseUnits | undefined;
}

/** The listed instrument of an id; throws for an unknown id. */
export function instrumentOf(instId: string): Instrument {
  const instrument = instruments.get(instId);
  if (!instrument) throw new Error(`no instrument ${instId}`);
  return instrument;
}

/** The mark price in ticks; it equals the market price, because the sandbox models no separate index. */
export function markTicks(world: World, instId: string): bigint {
  return BigInt(timelineOf(world, instId).ticks);
}

/** Notional of a position at the mark price, in USDT. */
export function positionNotional(world: World, position: Position): BaseUnits {
  return notionalOf(instrumentOf(position.instId), markTicks(world, position.instId), position.lots);
}

/** Unrealised profit of a position at the mark price. */
export function positionUpl(world: World, position: Position): BaseUnits {
  return BigInt(position.direction) * (positionNotional(world, position) - position.cost);
}

/** Maintenance margin of a position at the mark price. */
export function positionMaintenance(world: World, position: Position): BaseUnits {
  return multiplyDown(positionNotional(world, position), tierOf(instrumentOf(position.instId), position.lots).mmr);
}

/** Initial margin of a position at its leverage. */
export function positionInitial(world: World, ledger: Ledger, position: Position): BaseUnits {
  return positionNotional(world, position) / BigInt(leverageOf(ledger.account, position));
}

/** Margin figures of an account at the current prices. */
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

/** The amount that can be transferred out of the trading account: cash without unrealised profit and without margin in use. */
export function withdrawable(world: World, ledger: Ledger): BaseUnits {
  const { available, initial, orders } = marginOf(world, ledger);
  return larger(0n, smaller(available, ledger.account.cash - initial - orders));
}

/** Whether an order only closes: reduce-only in net mode, the closing direction in hedge mode. */
export function isClosing(order: Pick<Order, 'posSide' | 'side' | 'reduceOnly'>): boolean {
  if (order.posSide === 'net') return order.reduceOnly;
  return (order.posSide === 'long') === (order.side === 'sell');
}

/** Margin and taker fee for an opening size. For a market order 5 % is added. */
export function openingMargin(
  instrument: Instrument,
  opening: { ticks: bigint; lots: bigint; lever: number; isMarket: boolean },
): BaseUnits {
  const notional = notionalOf(instrument, opening.ticks, opening.lots);
  const base = notional / BigInt(opening.lever) + multiplyDown(notional, TAKER_FEE);
  return opening.isMarket ? (base * 105n) / 100n : base;
}

/** One position of the instrument whose liquidation price is computed; coins and cost in base units. */
export interface Leg {
  readonly direction: 1 | -1;
  readonly coins: BaseUnits;
  readonly cost: BaseUnits;
  readonly mmr: BaseUnits;
}

/** The price at which `equity` (without the profit of these legs) no longer covers maintenance margin and closing fee; undefined when no positive price exists. */
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
  // A hedged account whose fixed loss exceeds its cash is liquidated at any price.
  if (price <= 0n) return slope < 0n ? { price: 0n, isBelow: false } : undefined;
  return { price, isBelow: slope > 0n };
}

/** The price at which the whole account is liquidated if only this instrument moves. */
export function liquidationPrice(
  world: World,
  ledger: Ledger,
  instId: string,
): { price: BaseUnits; isBelow: boolean } | undefined {
  const instrument = instrumentOf(instId);
  let equity = ledger.account.cash;
  const legs: Leg[] = [];
  for (const position of ledger.positions.values()) {
    if (position.lots === 0n || isIsolated(position)) continue;
    if (position.instId === instId)
      legs.push({
        direction: position.direction,
        coins: position.lots * instrument.lotCoin,
        cost: position.cost,
        mmr: tierOf(instrument, position.lots).mmr,
      });
    else
      equity +=
        positionUpl(world, position) -
        positionMaintenance(world, position) -
        multiplyDown(positionNotional(world, position), TAKER_FEE);
  }
  return solveLiquidation(equity, legs);
}

// Opening orders reserve margin. In net mode the part that closes the opposite position reserves none.
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

/** Lots of the opposite net position that an order of this side closes. */
export function closableLots(ledger: Ledger, order: Pick<Order, 'instId' | 'side' | 'mgnMode'>): bigint {
  const position = ledger.positions.get(positionKey({ ...order, posSide: 'net' }));
  if (!position || position.lots === 0n) return 0n;
  return (position.direction === 1) === (order.side === 'sell') ? position.lots : 0n;
}

/** A price in base units from ticks. */
export function ticksToBaseUnits(instrument: Instrument, ticks: bigint): BaseUnits {
  return ticks * instrument.tick;
}

/** Average entry price from cost and lots. */
export function averagePrice(instrument: Instrument, cost: BaseUnits, lots: bigint): BaseUnits {
  return divideDown(cost, lots * instrument.lotCoin);
}
